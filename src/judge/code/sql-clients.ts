/** The commands that sqlite3 and psql take between statements. */

import { type Draft, doubt, line, streams } from "./report.ts";

export function change(report: Draft, because: string): void {
  report.changes = true;
  report.because ??= because;
}

export function add(report: Draft, because: string): void {
  report.adds = true;
  report.because ??= because;
}

/** Functions that reach outside the database. */
export const reaching =
  /\b(?:load_extension|readfile|writefile|edit|fts3_tokenizer|pg_read_\w+|pg_ls_\w+|pg_file_\w+|lo_\w+|dblink\w*|pg_terminate_backend|pg_cancel_backend|pg_reload_conf|pg_rotate_logfile|set_config|setval|nextval|load_file|sys_exec|sys_eval|query_to_xml)\s*\(/i;

const changes = /\b(?:insert|update|delete|merge|drop|alter|create|truncate|call|do)\b/i;

const quietDots =
  /^\.(?:tables|schema|fullschema|indexes|indices|headers?|mode|width|databases|dbinfo|show|stats|timer|echo|explain|eqp|bail|changes|nullvalue|separator|print|help|quit|exit|timeout|limit|lint|sha3sum|version|dump|prompt|scanstats|selftest|binary|auth|parameter)(?:\s|$)/;

export function dot(text: string, report: Draft): void {
  const [name = "", ...words] = text.split(/\s+/);
  const rest = text.slice(name.length).trim();
  const file = unquoted(rest);
  if (/^\.(?:shell|system)$/.test(name)) line(report, rest);
  else if (/^\.(?:output|once|excel|log|trace)$/.test(name)) {
    if (file.startsWith("|")) line(report, file.slice(1));
    else if (file !== "" && !/^(?:stdout|stderr|off|on|-e|-x)$/.test(file) && !streams.has(file))
      report.writes.push(file);
  } else if (/^\.(?:backup|save|clone)$/.test(name)) report.writes.push(unquoted(words.at(-1) ?? ""));
  else if (name === ".read") {
    if (file.startsWith("|")) line(report, file.slice(1));
    else report.loads.push(file);
  } else if (name === ".load") report.loads.push(unquoted(words[0] ?? ""));
  else if (name === ".import") {
    const source = unquoted(words.filter((word) => !word.startsWith("--"))[0] ?? "");
    if (
      rest
        .replace(/^--\S+\s+/, "")
        .replace(/^["']/, "")
        .startsWith("|")
    ) {
      line(report, /^["']?\|([^"']*)/.exec(rest.replace(/^--\S+\s+/, ""))?.[1] ?? "");
    } else report.reads.push(source);
    add(report, "imports data");
  } else if (!quietDots.test(text)) doubt(report, `uses ${name}`);
}

function unquoted(text: string): string {
  return text.replace(/^(["'])([\s\S]*)\1$/, "$2");
}

const quietBackslash =
  /^\\(?:d\w*\+?|l\+?|x|timing|conninfo|echo|pset|a|t|f|q|h|\?|encoding|z|sf|sv|errverbose|dt|du|g|gx|watch|r|p|H|T|C)(?:\s|$)/;

export function backslash(text: string, report: Draft): void {
  const [name = ""] = /^\\(?:!|\w+|\?)?/.exec(text) ?? [];
  const rest = text.slice(name.length).trim();
  const file = unquoted(rest);
  // mysql: the end of a statement
  if (name === "\\G" && rest === "") return;
  if (name === "\\!") {
    if (rest === "") doubt(report, "starts a shell");
    line(report, rest);
  } else if (/^\\(?:o|out|w|write|g|gx|s)$/.test(name) && file !== "") {
    if (file.startsWith("|")) line(report, file.slice(1));
    else report.writes.push(file);
  } else if (/^\\(?:i|ir|include|include_relative)$/.test(name)) report.loads.push(file);
  else if (name === "\\copy") {
    // `\copy (select … from t) to 'file'`
    const target = rest.replace(/^\((?:[^()']|'[^']*'|\((?:[^()']|'[^']*')*\))*\)/, "");
    const program = /\bprogram\s+'((?:''|[^'])*)'/i.exec(rest)?.[1];
    const path = /\b(from|to)\s+'?([^\s']+)'?/i.exec(target);
    if (program !== undefined) line(report, program);
    else if (path === null) doubt(report, "copies in a way that heed does not follow");
    else if (!/^(?:stdin|stdout|pstdin|pstdout)$/i.test(path[2] ?? "")) {
      (path[1]?.toLowerCase() === "from" ? report.reads : report.writes).push(path[2] ?? "");
    }
    if (/\bfrom\b/i.test(target)) change(report, "imports data");
    else if (target !== rest && reaching.test(rest)) doubt(report, "calls what reaches outside the database");
    else if (target !== rest && changes.test(rest)) change(report, "changes data inside a query");
  } else if (!quietBackslash.test(text) || /`/.test(rest)) doubt(report, `uses ${name}`);
}
