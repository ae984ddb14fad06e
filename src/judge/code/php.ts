/** What a PHP program does, as far as a small part of the language tells. */

import { ANY } from "../../session/value.ts";
import { phpWords } from "./php-words.ts";
import { type CodeReport, type Draft, doubt, draft, finish, line } from "./report.ts";
import { byComma, closing, isName, isOperator, type Word } from "./words.ts";

const list = (text: string) => new Set(text.trim().split(/\s+/));

const keywords =
  list(`echo print if else elseif for foreach while do switch case default break continue as return and or xor
  isset empty unset array list null true false exit die int string bool float const`);
/** Functions that only compute, print or tell. Those that take a function are left away: its name may be any. */
const functions =
  list(`fgets stream_get_contents print_r var_dump var_export printf sprintf number_format phpversion php_sapi_name phpinfo php_uname
  json_encode json_decode json_last_error json_last_error_msg strlen strtoupper strtolower ucfirst ucwords trim ltrim rtrim
  explode implode join str_replace str_repeat str_pad str_split str_contains str_starts_with str_ends_with substr strpos
  strrpos strrev strcmp nl2br htmlspecialchars html_entity_decode addslashes wordwrap chunk_split similar_text levenshtein
  preg_match preg_match_all preg_replace preg_split preg_quote count sizeof array_keys array_values array_merge array_slice
  array_splice array_sum array_product array_unique array_reverse array_flip array_combine array_column array_chunk array_fill
  array_search in_array array_key_exists array_pop array_push array_shift array_unshift range compact sort rsort asort arsort
  ksort krsort min max abs floor ceil round sqrt pow intdiv fmod pi rand mt_rand random_int random_bytes bin2hex hex2bin
  dechex hexdec decbin bindec base_convert md5 sha1 crc32 hash hash_algos base64_encode base64_decode urlencode urldecode
  rawurlencode rawurldecode http_build_query parse_url uniqid date time mktime strtotime microtime checkdate
  date_default_timezone_get getenv gettype get_debug_type intval floatval strval boolval is_array is_string is_int
  is_numeric is_null is_bool is_float function_exists class_exists extension_loaded get_loaded_extensions defined constant_
  ini_get ini_get_all php_ini_loaded_file php_ini_scanned_files sys_get_temp_dir memory_get_usage memory_get_peak_usage
  gc_collect_cycles spl_object_id mb_strlen mb_substr mb_strtoupper mb_strtolower ctype_digit ctype_alpha filter_var
  file_exists is_file is_dir is_readable filesize filemtime basename dirname realpath pathinfo getcwd scandir glob
  serialize opcache_get_status gethostname usleep sleep zend_version error_reporting`);

const acts: ReadonlyMap<string, "line" | "reads" | "writes" | "deletes" | "loads"> = new Map([
  ...[..."system exec shell_exec passthru popen".split(" ")].map((name) => [name, "line"] as const),
  ...[..."file_get_contents file readfile parse_ini_file simplexml_load_file".split(" ")].map(
    (name) => [name, "reads"] as const,
  ),
  ...[..."file_put_contents mkdir touch".split(" ")].map((name) => [name, "writes"] as const),
  ...[..."unlink rmdir".split(" ")].map((name) => [name, "deletes"] as const),
  ...[..."include include_once require require_once".split(" ")].map((name) => [name, "loads"] as const),
]);

/** Functions that call one of their arguments, and which. */
const higher: ReadonlyMap<string, number> = new Map([
  ["array_map", 0],
  ["array_filter", 1],
  ["array_reduce", 1],
  ["usort", 1],
  ["uasort", 1],
  ["uksort", 1],
  ["array_walk", 1],
]);

export function php(program: string): CodeReport {
  const report = draft();
  const words = phpWords(program);
  if (words === undefined) doubt(report, "is not a PHP program that heed can read");
  else for (let i = 0; i < words.length; i++) look(words, i, report);
  return finish(report);
}

function look(words: readonly Word[], i: number, report: Draft): void {
  const word = words[i] as Word;
  const next = words[i + 1];
  const called = isOperator(next, "(");
  if (word.kind === "regex") run(report, word.text.slice(1));
  else if (word.kind === "string" && called) doubt(report, "calls a function by a name that it computes");
  else if (word.kind === "operator") {
    if ((word.text === ")" || word.text === "]" || word.text === "}") && called)
      doubt(report, "calls a function that it computes");
    if (/^(?:::|\\|&)$/.test(word.text)) doubt(report, `uses ${word.text}`);
    if (/->$/.test(word.text) && (!isName(next) || next?.text.startsWith("$") || isOperator(words[i + 2], "(")))
      doubt(report, "calls a method");
  } else if (word.kind === "name") {
    if (isOperator(words[i - 1], "->") || isOperator(words[i - 1], "?->")) return;
    name(words, i, called, report);
  }
}

function name(words: readonly Word[], i: number, called: boolean, report: Draft): void {
  const written = words[i]?.text ?? "";
  if (written.startsWith("$")) {
    if (called) doubt(report, "calls a function by a name that it computes");
    if (/^\$(?:GLOBALS|_ENV)$/.test(written)) doubt(report, `uses ${written}`);
    return;
  }
  const text = written.toLowerCase();
  if (called && higher.has(text)) {
    const given = byComma(words.slice(i + 2, closing(words, i + 1) ?? words.length))[higher.get(text) ?? 0] ?? [];
    const named = given.length === 1 && given[0]?.kind === "string" && functions.has(given[0].text.toLowerCase());
    if (!named && !(isName(given[0]) && /^(?:fn|function)$/i.test(given[0]?.text ?? "")))
      doubt(report, `calls what ${written} is given`);
    return;
  }
  if (/^(?:fn|function)$/.test(text) && called) return;
  const act = acts.get(text);
  if (act !== undefined) {
    const arg = argument(words, i + 1);
    if (act === "line") run(report, arg);
    else if (/^\w+:\/\//.test(arg) && !arg.startsWith("file://")) {
      if (/^https?:/.test(arg)) report.network = true;
      if (arg !== "php://stdin") doubt(report, `opens ${arg}`);
    } else report[act].push(arg);
  } else if (
    called
      ? !functions.has(text) && !keywords.has(text)
      : !keywords.has(text) &&
        !/^(?:PHP_|M_|E_|JSON_|SORT_|LOCK_|FILE_|ENT_|DATE_|STR_PAD_|COUNT_|PREG_|STDIN|STDOUT|STDERR|DIRECTORY_SEPARATOR)[A-Z_\d]*$/.test(
          written,
        )
  ) {
    doubt(report, `uses ${written}`);
  }
}

/** The first argument, literal or a hole. */
function argument(words: readonly Word[], from: number): string {
  const end = isOperator(words[from], "(")
    ? closing(words, from)
    : words.findIndex((word, i) => i >= from && isOperator(word, ";"));
  const inside = words.slice(
    isOperator(words[from], "(") ? from + 1 : from,
    end === undefined || end < 0 ? words.length : end,
  );
  const [first = []] = byComma(inside);
  return literal(first);
}

function literal(expression: readonly Word[]): string {
  let text = "";
  for (let i = 0; i < expression.length; i++) {
    const word = expression[i];
    if (word?.kind === "string") text += word.text;
    else if (isName(word, "getenv") && expression[i + 2]?.text === "HOME") {
      text += "~";
      i += 3;
    } else text += isOperator(word, ".") ? "" : ANY;
  }
  return text === "" ? ANY : text.replace(new RegExp(`${ANY}+`, "g"), ANY);
}

function run(report: Draft, text: string): void {
  if (text.includes(ANY)) doubt(report, "runs a command that it computes");
  else line(report, text);
}
