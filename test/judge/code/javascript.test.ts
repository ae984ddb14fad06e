/** What JavaScript one-liners do. */

import { describe, expect, test } from "vitest";
import { javascript } from "../../../src/judge/code/javascript.ts";
import { ANY } from "../../../src/session/value.ts";

describe("a program that only computes and prints", () => {
  test.each([
    "console.log(1+1)",
    "console.log(process.version)",
    "console.log(process.versions.v8, process.argv[2], process.env.HOME)",
    "const d=JSON.parse(require('fs').readFileSync(0,'utf8')); console.log(d.a.b[0].c)",
    "console.log(JSON.stringify({a: 1, 'b': [1,2]}, null, 2))",
    "console.log([1,2,3].map(x => x * 2).filter((x) => x > 2).join(' '))",
    "for (const [k, v] of Object.entries({a: 1})) console.log(k, v)",
    "let s=''; process.stdin.on('data', c => s += c).on('end', () => console.log(s.length))",
    "console.log(`$" + "{1 + 1} is $" + "{'two'.toUpperCase()}`)",
    "console.log('a/b'.split('/').pop(), 4 / 2 / 1)",
    "if (/x>/.test('y')) console.log(1)",
    "const os = require('os'); console.log(os.cpus().length, os.platform())",
    "import { join } from 'node:path'; console.log(join('a', 'b'))",
    "console.log(require('path').resolve('a'))",
    "const {createHash} = require('crypto'); console.log(createHash('sha1').update('x').digest('hex'))",
    "function f(a, b = 2) { return a + b } console.log(f(1))",
    "// eval('x')\nconsole.log('eval')",
    "console.log(new Date().toISOString(), Math.max(...[1, 2]))",
    "console.log(require('./package.json').version)",
    "const a = [1]; console.log(a[a.length - 1])",
    "",
  ])("%j", (program) => {
    const { certain, writes, deletes, runs, loads, because } = javascript(program);
    expect({ certain, writes, deletes, runs, loads, because }).toEqual({
      certain: true,
      writes: [],
      deletes: [],
      runs: [],
      loads: [],
      because: undefined,
    });
  });
});

describe("a program that touches files", () => {
  test.each([
    ["console.log(require('fs').readFileSync('a.txt', 'utf8'))", { certain: true, reads: ["a.txt"] }],
    ["const fs = require('fs'); fs.writeFileSync('out', 'x')", { certain: true, writes: ["out"] }],
    ["require('fs').rmSync('/',{recursive:true})", { deletes: ["/"] }],
    ["require('node:fs').rmSync(require('os').homedir(), {recursive: true, force: true})", { deletes: ["~"] }],
    ["const {rmSync: r} = require('fs'); r('x')", { certain: true, deletes: ["x"] }],
    ["import fs from 'fs'; fs.unlinkSync(process.env.HOME + '/x')", { certain: true, deletes: ["~/x"] }],
    ["const fs=require('fs').promises; await fs.rm('x')", { certain: true, deletes: ["x"] }],
    ["require('fs').promises.unlink('x')", { certain: true, deletes: ["x"] }],
    ["require('fs').readFileSync(process.argv[1])", { reads: [ANY] }],
    ["require('fs').copyFileSync('a', '/etc/b')", { reads: ["a"], writes: ["/etc/b"] }],
    ["const p = '/etc/' + 'x'; require('fs').unlinkSync(p)", { deletes: ["/etc/x"] }],
    ["console.log(Deno.readTextFileSync('a'))", { certain: true, reads: ["a"] }],
    ["console.log(require('./data.json').a)", { certain: true, reads: ["./data.json"] }],
  ])("%j", (program, does) => {
    expect(javascript(program)).toMatchObject(does);
  });
});

describe("a program that runs commands", () => {
  test.each([
    ['require("child_process").execSync("git reset --hard")', { kind: "line", text: "git reset --hard" }],
    ["const cp = require('node:child_process'); cp.execSync('ls', {stdio: 'inherit'})", { kind: "line", text: "ls" }],
    [
      "const {execSync} = require('child_process'); console.log(execSync('ls').toString())",
      { kind: "line", text: "ls" },
    ],
    ["require('child_process').spawnSync('rm', ['-rf', '/'])", { kind: "argv", text: ["rm", "-rf", "/"] }],
    ["import { execFileSync as e } from 'child_process'; e('ls')", { kind: "argv", text: ["ls"] }],
    ["Bun.spawnSync(['ls', '-l'])", { kind: "argv", text: ["ls", "-l"] }],
  ])("%j", (program, run) => {
    expect(javascript(program)).toMatchObject({ certain: true, runs: [run] });
  });
});

describe("a program that loads code", () => {
  test.each([
    ["console.log(require('typescript').version)", ["typescript"], true],
    ["require('./src/app')", ["./src/app"], true],
    ["require('rimraf').sync('/')", ["rimraf"], false],
    ["require('./x')()", ["./x"], false],
    ["const x = require('./x'); x.deploy()", ["./x"], false],
    ["import x from './x.js'", ["./x.js"], true],
  ])("%j", (program, loads, certain) => {
    expect(javascript(program)).toMatchObject({ loads, certain });
  });
});

describe("a program that is not certain", () => {
  test.each([
    "eval('x')",
    "new Function('x')()",
    "[].constructor.constructor('x')()",
    "[]['constructor']['constructor']('x')()",
    "const k = 'constr' + 'uctor'; [][k][k]('x')()",
    "const {constructor: F} = () => 1; F('x')()",
    "const {['constr' + 'uctor']: F} = () => 1; F('x')()",
    "const {'constructor': F} = () => 1; F('x')()",
    "const e = (function () { return this })().eval; e('x')",
    "globalThis.eval('x')",
    "process.mainModule.require('child_process')",
    "process.binding('spawn_sync')",
    "require('child_' + 'process').exec('id')",
    "const r = require; r('child_process')",
    "import('child_process')",
    "const cp = require('child_process'); const f = cp.exec; f('id')",
    "require('child_process').execSync(process.argv[1])",
    "require('child_process').execSync('ls', {env: {PATH: '/tmp'}})",
    "require('child_process').spawn('ls', [], {shell: '/tmp/sh'})",
    "require('fs').chmodSync('x', 511)",
    "fetch('https://x', {method: 'POST'}).then(r => r.text()).then(t => console.log(t))",
    "Object.getOwnPropertyDescriptor(Object.getPrototypeOf(() => 1), 'constructor').value('x')()",
    "process.env.LD_PRELOAD = '/tmp/x'; require('child_process').execSync('ls')",
    "console.log('unfinished)",
    "x = {} / eval('1') / 1",
    "process.kill(1)",
    "require('vm').runInNewContext('x')",
  ])("%j", (program) => {
    const { certain, because } = javascript(program);
    expect({ certain, because }).toEqual({ certain: false, because: expect.stringMatching(/./) });
  });
});
