/** What a Ruby program does, as far as a small part of the language tells. */

import { ANY } from "../../session/value.ts";
import { isActing } from "./acting.ts";
import { type CodeReport, type Draft, doubt, draft, finish, line } from "./report.ts";
import { rubyWords } from "./ruby-words.ts";
import { named } from "./scripted.ts";
import { byComma, closing, isName, isOperator, type Word } from "./words.ts";

const list = (text: string) => new Set(text.trim().split(/\s+/));

const keywords =
  list(`if unless while until for in do end then else elsif case when and or not nil true false return break next
  redo begin rescue ensure yield self __FILE__ __LINE__ BEGIN END loop lambda proc def class module raise`);
/** Methods and constants that only compute or print, whatever they are called on. */
const harmless =
  list(`puts print p pp printf format sprintf rand srand sleep exit Integer Float String Array Hash Rational
  STDIN STDOUT STDERR ARGF RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_DESCRIPTION JSON YAML Time Date Math
  Random Set Struct Comparable Range Regexp Digest SHA256 SHA1 MD5 Base64 SecureRandom Gem Version VERSION PI E CSV
  StandardError ArgumentError RuntimeError gets read each_line readlines each_char lines chars bytes
  parse generate pretty_generate dump_ to_json to_yaml safe_load now today at strftime iso8601 year month day hour min sec
  to_s to_i to_f to_a to_h to_sym to_r inspect length size count sum min max minmax sort sort_by reverse uniq map flat_map
  select filter reject each each_with_index each_with_object each_slice each_cons each_pair find detect find_all index rindex
  first last take drop take_while drop_while zip join split strip lstrip rstrip chomp chop sub gsub sub! gsub! tr delete
  squeeze upcase downcase capitalize swapcase center ljust rjust start_with? end_with? include? match match? scan =~ empty?
  nil? any? all? none? one? zero? positive? negative? even? odd? key? keys values fetch dig merge transform_values
  transform_keys group_by partition tally invert compact flatten push pop shift unshift append prepend concat insert
  slice times upto downto step abs round floor ceil sqrt pow divmod gcd lcm succ pred chr ord hex oct hexdigest
  digest encode64 decode64 strict_encode64 strict_decode64 urlsafe_encode64 uuid hex_ random_number
  each_char rotate sample shuffle cycle_ combination permutation product transpose dup freeze frozen? to_set
  encoding force_encoding unicode_normalize valid_encoding? unpack unpack1 pack between? clamp sin cos log log2 log10 exp
  captures named_captures upcase! downcase! strip! chomp! squeeze! path paths new pre_match post_match begin_ message full_message itself then tap with_index`);
/** Of these, what changes more than a value when the value is the project's. */
const actsOnOthers = /^(?:delete)$/;
const banned =
  /^(?:send|__send__|public_send|method|eval|instance_eval|class_eval|module_eval|instance_exec|const_get|binding|define_method|instance_variable_set|load|autoload|spawn|fork|syscall|trap|at_exit|ObjectSpace|Kernel|Object|Process|IO|Marshal|Fiddle|TOPLEVEL_BINDING|ENV|ARGV|\$0|\$:|\$LOAD_PATH)$/;
const libraries = list(
  "json yaml time date set digest digest/sha1 digest/sha2 digest/md5 base64 securerandom csv bigdecimal prime pp benchmark",
);

const files: ReadonlyMap<string, "reads" | "writes" | "deletes" | "none"> = new Map([
  ...[
    "File.read",
    "File.readlines",
    "File.foreach",
    "CSV.foreach",
    "CSV.read",
    "CSV.table",
    "YAML.load_file",
    "YAML.safe_load_file",
    "JSON.load_file",
  ].map((name) => [name, "reads"] as const),
  ["JSON.load", "none"],
  ...["File.write", "Dir.mkdir", "FileUtils.mkdir_p", "FileUtils.touch"].map((name) => [name, "writes"] as const),
  ...[
    "File.delete",
    "File.unlink",
    "FileUtils.rm",
    "FileUtils.rm_f",
    "FileUtils.rm_r",
    "FileUtils.rm_rf",
    "FileUtils.rmtree",
    "Dir.rmdir",
    "Dir.delete",
    "FileUtils.remove_dir",
  ].map((name) => [name, "deletes"] as const),
  ...[
    "File.exist?",
    "File.file?",
    "File.directory?",
    "File.size",
    "File.mtime",
    "File.basename",
    "File.dirname",
    "File.extname",
    "File.join",
    "File.expand_path",
    "Dir.glob",
    "Dir.entries",
    "Dir.children",
    "Dir.pwd",
    "Dir.home",
    "Dir.exist?",
  ].map((name) => [name, "none"] as const),
]);

/** With the classes and methods of the project at hand, as `rails runner` has them. */
export function rails(program: string): CodeReport {
  return ruby(program, true);
}

export function ruby(program: string, loaded = false): CodeReport {
  const report = draft();
  const words = rubyWords(program);
  if (words === undefined) {
    doubt(report, "is not a Ruby program that heed can read");
    return finish(report);
  }
  const strangers = loaded || words.some((word, i) => loadsOther(words, word, i));
  scan(words, report, locals(words), strangers);
  if (strangers) named(report, words);
  return finish(report);
}

/** Names that the program assigns or takes as block parameters. */
function locals(words: readonly Word[]): ReadonlySet<string> {
  const found = new Set<string>();
  let inBars = false;
  words.forEach((word, i) => {
    const next = words[i + 1];
    if (isOperator(word, "|") && (inBars || isOperator(words[i - 1], "{") || isName(words[i - 1], "do")))
      inBars = !inBars;
    if (word.kind !== "name" || !/^[@$]{0,2}[a-z_]\w*$/.test(word.text)) return;
    if (inBars || (next?.kind === "operator" && /^(?:=|[-+*/%|&^]=|\|\|=|&&=|<<=)$/.test(next.text)))
      found.add(word.text);
  });
  return found;
}

function loadsOther(words: readonly Word[], word: Word, i: number): boolean {
  if (!isName(word, "require") && !isName(word, "require_relative")) return false;
  const [name] = args(words, i + 1);
  return name !== undefined && !libraries.has(name) && !reaching.test(name);
}

/** Libraries that are there to reach other machines, start programs or take values apart into code. */
const reaching =
  /^(?:net\/.*|open-uri|open3|socket|openssl|pty|fiddle.*|drb.*|webrick.*|tempfile|tmpdir|fileutils|pathname|shell|find|syslog|etc|io\/.*|objspace|ripper|pstore|dbm|gdbm|readline|reline|irb|pry|pg|mysql2|sqlite3|redis|mongo|faraday|httparty|rest-client|excon|typhoeus|aws-sdk.*|octokit|stripe|sinatra|childprocess|rake|bundler\/inline)$/;

/** Constants of Ruby itself and of such libraries that are no project's. */
const guarded =
  /^(?:Net|[A-Z]*Socket|OpenURI|Open3|PTY|FileUtils|Pathname|Tempfile|Dir|File|IO|Process|Kernel|ObjectSpace|Marshal|Fiddle|Etc|Syslog|DRb|WEBrick|Gem|Bundler|RubyVM|TracePoint|Signal|Thread|Ractor|Fiber|Binding|Method|Module|Class|Object|BasicObject|PStore|ERB|IRB|Pry|PG|Mysql2|SQLite3|Redis|Mongo|Faraday|HTTParty|RestClient|Excon|Typhoeus|Aws|Octokit|Stripe|URI|Rake|Shellwords|ActiveStorage|ActionMailer|ActiveJob)$/;
const guardedMethod =
  /^(?:open|select|test|abort|exit!|callcc|caller|binding|instance_variable_[gs]et|const_missing|public_method|singleton_method|instance_method|to_proc|class_exec|module_exec|require_dependency|constantize|safe_constantize|perform_\w+|deliver_\w+|transaction|touch|toggle!?|increment!?|decrement!?|destroy\w*|delete\w*|update\w*|upsert\w*|insert\w*|find_or_create_by!?|create!|first_or_create!?|save!?|connection_pool|invoke|run)$/;

const isTrusted = (name: string): boolean =>
  !guarded.test(name) && !guardedMethod.test(name) && !isActing(name.replace(/[!?]$/, ""));

function scan(words: readonly Word[], report: Draft, names: ReadonlySet<string>, strangers: boolean): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    const next = words[i + 1];
    for (const inner of word.inner ?? []) scan(inner, report, names, strangers);
    if (word.kind === "regex" && word.text.startsWith("`")) run(report, [word.text.slice(1)]);
    // A symbol may be the name of a method that something else calls.
    if (
      word.kind === "string" &&
      /^:[a-z_]/.test(word.text) &&
      isOperator(words[i - 1], "&") &&
      !harmless.has(word.text.slice(1))
    )
      doubt(report, `calls ${word.text.slice(1)}`);
    if (word.kind !== "name") continue;
    // `key: value`
    if (isOperator(next, ":") && !isOperator(words[i - 1], "?")) continue;
    const { text } = word;
    const dotted = isOperator(next, ".") && isName(words[i + 2]) ? `${text}.${words[i + 2]?.text}` : "";
    const act = dotted === "File.open" ? opened(args(words, i + 3)) : files.get(dotted);
    if (act !== undefined) {
      const paths = args(words, i + 3).slice(0, /^File\.(?:write|open)$/.test(dotted) ? 1 : undefined);
      if (act !== "none") for (const path of paths) report[act].push(path ?? ANY);
      i += 2;
    } else if (
      (text === "system" || text === "exec" || dotted === "IO.popen" || dotted === "Kernel.system") &&
      !isOperator(words[i - 1], ".")
    ) {
      run(
        report,
        args(words, i + (dotted === "" ? 1 : 3)).map((each) => each ?? ANY),
      );
      if (dotted !== "") i += 2;
    } else if (text === "require" || text === "require_relative") {
      const [name] = args(words, i + 1);
      if (name === undefined) doubt(report, "loads a library that it computes");
      else if (text !== "require" || !(libraries.has(name) || name === "fileutils"))
        report.loads.push(text === "require" ? name : `./${name}`);
    } else if (text === "ENV" && (isOperator(next, "[") || dotted === "ENV.fetch")) {
      const end = isOperator(next, "[") ? closing(words, i + 1) : undefined;
      if (end !== undefined && isOperator(words[end + 1], "=")) doubt(report, "changes the environment");
    } else if (text === "ARGV" && isOperator(next, "[") && !isOperator(words[i + 4], "=")) continue;
    else if (banned.test(text)) doubt(report, `uses ${text}`);
    else if (/^\$(?:[_~&0-9,;.<>!@/\\*?]|stdin|stdout|stderr)$/.test(text)) continue;
    else if (keywords.has(text) || (harmless.has(text) && !(strangers && actsOnOthers.test(text)))) continue;
    else if (names.has(text) && !isOperator(words[i - 1], ".")) continue;
    else if (!strangers || !isTrusted(text)) doubt(report, `uses ${text}`);
  }
}

/** Literal arguments, with or without parentheses; undefined for one that is not literal. */
function args(words: readonly Word[], from: number): readonly (string | undefined)[] {
  let end = from;
  if (isOperator(words[from], "(")) end = closing(words, from) ?? words.length;
  else
    while (
      end < words.length &&
      words[end]?.kind !== "newline" &&
      !/^(?:[;})]|if|unless|and|or|do)$/.test(words[end]?.text ?? "")
    )
      end++;
  const inside = words.slice(isOperator(words[from], "(") ? from + 1 : from, end);
  const parts = byComma(
    isOperator(inside[0], "[") && closing(inside, 0) === inside.length - 1 ? inside.slice(1, -1) : inside,
  );
  if (parts.length === 0) return [undefined];
  // `chomp: true` is no path
  return parts
    .filter((part, i) => i === 0 || !isOperator(part[1], ":"))
    .map((part) => (part.length === 1 && part[0]?.kind === "string" ? part[0].text : home(part)));
}

/** `Dir.home`, `File.expand_path("~")` */
function home(part: readonly Word[]): string | undefined {
  const text = part.map((word) => word.text).join("");
  if (text === "Dir.home" || text === "ENV[HOME]") return "~";
  return /^File\.expand_path\((~[^()]*)\)$/.exec(text)?.[1];
}

function opened(given: readonly (string | undefined)[]): "reads" | "writes" {
  return given.length < 2 || /^rb?$/.test(given[1] ?? "") ? "reads" : "writes";
}

function run(report: Draft, words: readonly string[]): void {
  const [first = ""] = words;
  if (words.some((word) => word.includes(ANY))) doubt(report, "runs a command that it computes");
  else if (words.length === 1) line(report, first);
  else report.runs.push({ kind: "argv", text: [...words] });
}
