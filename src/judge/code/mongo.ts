/** What a line of MongoDB's shell does: certain when it only asks the server. */

import { isActing } from "./acting.ts";
import { javascriptWords } from "./javascript-words.ts";
import { type CodeReport, type Draft, doubt, draft, finish } from "./report.ts";
import { isName, isOperator, type Word } from "./words.ts";

const list = (text: string) => new Set(text.trim().split(/\s+/));

/** Methods of databases, collections, cursors and plain values that change nothing. */
const methods =
  list(`find findOne count countDocuments estimatedDocumentCount distinct aggregate limit sort skip toArray
  pretty map filter forEach reduce slice join includes indexOf keys values entries toString toISOString getTime toFixed
  stats dataSize storageSize totalSize totalIndexSize latencyStats getCollectionNames getCollectionInfos getIndexes
  getName getMongo getSiblingDB getCollection explain hasNext next itcount size projection hint maxTimeMS collation batchSize
  readPref serverStatus version hostInfo currentOp isMaster hello status conf config printReplicationInfo
  printSecondaryReplicationInfo getReplicationInfo getProfilingStatus getUsers getRoles listCommands getTimestamp
  getDBNames listDatabases isBalancerRunning getBalancerState stringify parse`);
/** Objects that the shell has, and functions that only print or make a value. */
const names =
  list(`db rs sh print printjson tojson EJSON JSON Object Array Math Date ISODate ObjectId NumberLong NumberInt
  NumberDecimal Timestamp UUID true false null undefined`);
const keywords = list("const let var new return typeof in of for if else function");
const showing = /^(?:dbs|databases|collections|tables|users|roles|profile|log|logs)$/;

export function mongo(program: string): CodeReport {
  const report = draft();
  const words = javascriptWords(program);
  if (words === undefined) doubt(report, "is no JavaScript that heed can read");
  else {
    const locals = new Set(
      [...program.matchAll(DECLARED)].flatMap((m) => (m[1] ?? m[2] ?? m[3] ?? "").match(/\w+/g) ?? []),
    );
    for (let i = 0; i < words.length; i++) i = look(words, i, locals, report);
  }
  return finish(report);
}

const DECLARED = /\b(?:const|let|var)\s+(\w+)|(?<!\w)(\w+)\s*=>|\(([\w\s,]*)\)\s*=>/g;

function look(words: readonly Word[], i: number, locals: ReadonlySet<string>, report: Draft): number {
  const word = words[i] as Word;
  const before = words[i - 1];
  const next = words[i + 1];
  const called = isOperator(next, "(");
  if (word.kind === "template") doubt(report, "puts something into a string");
  // stages and operators that write or run code on the server
  else if (/^\$(?:out|merge|where|function|accumulator)$/.test(word.text)) doubt(report, `uses ${word.text}`);
  else if (word.kind === "operator") {
    if (called && /^[)\]}]$/.test(word.text)) doubt(report, "calls what it computes");
  } else if (word.kind === "name") {
    if (isStatement(before) && /^(?:show|use)$/.test(word.text) && isName(next) && !isOperator(words[i + 2], "(")) {
      if (word.text === "show" && !showing.test(next?.text ?? "")) doubt(report, `shows ${next?.text}`);
      return i + 1;
    }
    if (isOperator(before, ".") || isOperator(before, "?.")) {
      if (called ? !methods.has(word.text) : isActing(word.text)) doubt(report, `uses .${word.text}`);
    } else if (!isOperator(next, ":") && !keywords.has(word.text))
      if (called ? !names.has(word.text) : !names.has(word.text) && !locals.has(word.text))
        doubt(report, `uses ${word.text}`);
  }
  return i;
}

const isStatement = (before: Word | undefined) =>
  before === undefined || before.kind === "newline" || isOperator(before, ";");
