/** What editor commands do: vim's and ex's, as `vim -c` and `ex -s` take them. */

import { type CodeReport, type Draft, doubt, draft, finish, line } from "./report.ts";

export function vim(program: string): CodeReport {
  const report = draft();
  for (const text of program.split("\n")) command(text.replace(/^[\s:]+/, ""), report, 0);
  return finish(report);
}

const place = String.raw`(?:%|\.|\$|\d+|'[a-z<>]|\/(?:\\.|[^/\\])*\/|\?(?:\\.|[^?\\])*\?)?(?:[-+]\d*)*`;
const range = new RegExp(`^${place}(?:[,;]${place})*`);

const words = (text: string) => new Set(text.trim().split(/\s+/));
const quiet =
  words(`q qa qall quit quita quitall cq cquit cl close on only p print nu number l list = k mark red redo noh
  nohlsearch syntax sy filetype version ve ret retab di display reg registers ls buffers files ma marks hi highlight
  colo colorscheme sleep sl echo ec`);
const editing = words(
  "d delete j join m move co copy t u undo ret retab sor sort > < a append i insert c change y yank pu put s substitute",
);
const writing = words("w write up update wq wqa wqall wa wall x xit xa xall exi exit sav saveas");
const opening = words("e edit sp split vs vsplit tabe tabedit view vi visual new vne vnew");
const sourcing = words("so source ru runtime luafile pyfile py3file packadd");
const setting = words("set se setl setlocal setg setglobal");

function command(text: string, report: Draft, depth: number): void {
  const rest = text.slice(range.exec(text)?.[0].length ?? 0).trimStart();
  if (rest === "" || rest.startsWith('"')) return;
  const [, name = "", bang = "", tail = ""] = /^(!|[A-Za-z]+|[&=<>@~*#])(!?)([\s\S]*)$/.exec(rest) ?? [];
  const argument = tail.trim();
  // `\|` is an alternative in a pattern; a free bar begins another command.
  const several = tail.replace(/\\[\s\S]/g, "").includes("|");
  if (name === "!") line(report, `${bang}${tail}`.trim());
  else if (/^(?:g|global|v|vglobal)$/.test(name)) {
    const inner = /^\s*([^\w\s])(?:\\.|(?!\1)[\s\S])*\1([\s\S]*)$/.exec(tail)?.[2];
    if (inner === undefined || depth > 4) unclear(report, text);
    else command(inner.trim(), report, depth + 1);
  } else if (/^(?:r|read)$/.test(name)) {
    report.changes = true;
    if (bang === "!" || argument.startsWith("!")) line(report, argument.replace(/^!/, ""));
    else path(argument, report.reads, report);
  } else if (writing.has(name)) write(argument, report);
  else if (several) unclear(report, text);
  else if (opening.has(name)) path(argument, report.reads, report);
  else if (sourcing.has(name)) path(argument, report.loads, report);
  else if (setting.has(name)) options(argument, report);
  else if (editing.has(name)) {
    report.changes = true;
    // `\=` and `=` put the value of an expression.
    if (/\\=|^\s*=|`/.test(tail)) unclear(report, text);
  } else if (/^(?:norm|normal)$/.test(name) && /^(?:gg|G|dd|=G|gg=G|gg0)*$/.test(argument)) report.changes = true;
  else if (!quiet.has(name) || /[`(]/.test(tail)) unclear(report, text);
}

/** Options that only change how things look: `set nu ft=c ts=4`. */
function options(argument: string, report: Draft): void {
  const reaching = /expr|func|prg|shell|dir|path|file|rtp|exrc|modeline|line|title|icon|complete|format|auto|secure/;
  const harmless = argument
    .split(/\s+/)
    .every(
      (each) => /^[a-z]+[!?]?$|^[a-z]+[-+]?[=:][\w,.-]*$/.test(each) && !reaching.test(each.split(/[=:]/)[0] ?? ""),
    );
  if (argument !== "" && !harmless) unclear(report, `set ${argument}`);
}

function write(argument: string, report: Draft): void {
  report.changes = true;
  const target = argument.replace(/^(?:\+\+\S+\s+)*(?:>>\s*)?/, "");
  if (target.startsWith("!")) line(report, target.slice(1));
  else path(target, report.writes, report);
}

function path(text: string, list: string[], report: Draft): void {
  if (/[|`%#$*]/.test(text)) unclear(report, text);
  else if (text !== "") list.push(text);
}

function unclear(report: Draft, text: string): void {
  doubt(report, `has an editor command that heed does not follow: ${text.trim().slice(0, 60)}`);
}
