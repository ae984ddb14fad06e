/** The names of JavaScript, node, bun and deno that heed knows. */

import { isActing, isActingMember } from "./acting.ts";
import type { Act } from "./acts.ts";
import type { Language } from "./scripted.ts";

const list = (text: string) => text.trim().split(/\s+/);

const fileCalls: readonly (readonly [Act, string])[] = [
  ["read", "readFile readFileSync createReadStream"],
  [
    "write",
    "writeFile writeFileSync appendFile appendFileSync createWriteStream mkdir mkdirSync truncate truncateSync",
  ],
  ["delete", "rm rmSync rmdir rmdirSync unlink unlinkSync"],
  ["copy", "cp cpSync copyFile copyFileSync"],
  ["move", "rename renameSync"],
  ["none", "existsSync stat statSync lstat lstatSync readdir readdirSync realpathSync accessSync access"],
];

const acts: readonly (readonly [Act, string])[] = [
  ...["fs", "fs.promises", "fs/promises"].flatMap((root) =>
    fileCalls.map(
      ([act, names]) =>
        [
          act,
          list(names)
            .map((name) => `${root}.${name}`)
            .join(" "),
        ] as const,
    ),
  ),
  ["line", "child_process.exec child_process.execSync"],
  ["spawn", "child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync"],
  ["words", "Bun.spawn Bun.spawnSync"],
  ["read", "Deno.readTextFileSync Deno.readTextFile Deno.readFileSync Deno.readFile Bun.file"],
  ["write", "Deno.writeTextFileSync Deno.writeTextFile Deno.mkdirSync Bun.write"],
  ["delete", "Deno.removeSync Deno.remove"],
  ["get", "fetch"],
  ["require", "require"],
];

const builtin =
  /^(?:node:.*|assert|async_hooks|buffer|child_process|cluster|console|constants|crypto|dgram|diagnostics_channel|dns|domain|events|fs|http2?|https|inspector|module|net|os|path|perf_hooks|process|punycode|querystring|readline|repl|sea|sqlite|stream|string_decoder|sys|test|timers|tls|trace_events|tty|url|util|v8|vm|wasi|worker_threads|zlib)(?:\/.*)?$/;

/** Packages that are there to reach other machines, start programs or change files. */
export const reaching =
  /^(?:axios|undici|node-fetch|got|ws|request|superagent|needle|ky|socket\.io.*|pg|mysql2?|mssql|mongodb|mongoose|i?redis|knex|sequelize|typeorm|drizzle-orm.*|@prisma\/.*|nodemailer|aws-sdk|@aws-sdk\/.*|@google-cloud\/.*|@azure\/.*|firebase.*|@octokit\/.*|ssh2|puppeteer.*|playwright.*|@playwright\/.*|shelljs|execa|zx|cross-spawn|tinyexec|rimraf|del|fs-extra|graceful-fs|adm-zip|tar|stripe|twilio|openai|@anthropic-ai\/.*|simple-git|nodegit|dockerode|kill-port|tree-kill|vm2|node-pty|serialize-javascript|dotenv)(?:\/.*)?$/;

export const language: Language = {
  keywords: new Set(
    list(`const let var function return if else for while do switch case default break continue of in new typeof instanceof
      void delete throw try catch finally async await yield class extends true false null undefined NaN
      Infinity static get set from as`),
  ),
  globals: new Set(
    list(`console JSON Math Object Array String Number Boolean Date Map Set WeakMap Symbol BigInt RegExp Error TypeError
      RangeError Promise Intl URL URLSearchParams parseInt parseFloat isNaN isFinite encodeURIComponent
      decodeURIComponent encodeURI decodeURI structuredClone performance Buffer TextEncoder TextDecoder atob btoa
      __dirname __filename Uint8Array Int32Array Float64Array queueMicrotask setTimeout setInterval clearTimeout
      clearInterval`),
  ),
  banned:
    /^(?:eval|Function|globalThis|global|window|self|module|exports|Reflect|Proxy|WebAssembly|import|arguments|constructor|prototype|__proto__|WebSocket|XMLHttpRequest|with|this|super)$/,
  bannedKey: /^(?:constructor|prototype|__proto__|__defineGetter__|__lookupGetter__)$/,
  acts: new Map(acts.flatMap(([act, names]) => list(names).map((name) => [name, act] as const))),
  values: new Set(
    list(`process.version process.versions process.argv process.argv0 process.execPath process.execArgv process.platform
      process.arch process.pid process.ppid process.cwd process.env process.exit process.exitCode process.uptime
      process.memoryUsage process.hrtime process.stdout process.stderr process.stdin process.title process.release
      process.config process.features process.nextTick process.cpuUsage process.getuid Deno.version Deno.args Deno.cwd
      Deno.build Bun.version Bun.revision Bun.argv Bun.env util.inspect util.format
      util.types crypto.randomUUID crypto.createHash crypto.createHmac crypto.randomBytes crypto.randomInt
      crypto.getHashes require.resolve module.builtinModules v8.getHeapStatistics perf_hooks.performance fs.constants`),
  ),
  pure: new Set(list("path os url querystring assert timers/promises string_decoder punycode path/posix")),
  roots: new Set(["process", "Deno", "Bun", "require"]),
  member: (name, called) =>
    !/^(?:constructor|prototype|__\w*|call|apply|bind|caller|callee|mainModule|binding|dlopen|prepareStackTrace|_\w*)$/.test(
      name,
    ) &&
    (!called || members.has(name)),
  trusts: (module, names) =>
    !builtin.test(module) && !reaching.test(module) && !names.some((name) => isActing(name) && !/^loads?$/.test(name)),
  trustsMember: (name) => !isActingMember(name) && !/^(?:constructor|prototype|__\w*|call|apply|bind|_\w*)$/.test(name),
  pathMembers: new Map(),
  places: new Map([
    ["os.homedir", "home"],
    ["process.env.HOME", "home"],
    ["process.cwd", "here"],
    ["path.join", "join"],
    ["path.resolve", "join"],
    ["path.normalize", "same"],
    ["String", "same"],
  ]),
  fixed: new Set(["process.env", "process.argv", "process.execArgv"]),
  freeIndex: false,
};

const members = new Set(
  list(`log info error warn debug table dir time timeEnd group groupEnd assert count trace parse stringify
    push pop shift unshift slice splice concat join map filter forEach reduce reduceRight some every find findIndex findLast
    includes indexOf lastIndexOf sort reverse flat flatMap keys values entries has get set add delete clear toString toFixed
    toPrecision toUpperCase toLowerCase trim trimStart trimEnd split replace replaceAll match matchAll test exec startsWith
    endsWith padStart padEnd repeat charAt charCodeAt codePointAt at substring substr localeCompare normalize search
    toISOString toJSON toLocaleString toLocaleDateString toLocaleTimeString toDateString toUTCString getTime getFullYear
    getMonth getDate getDay getHours getMinutes getSeconds getTimezoneOffset valueOf then catch finally next
    digest update write end on once setEncoding isArray from of assign freeze fromEntries getOwnPropertyNames
    is floor ceil round abs max min pow sqrt random log2 log10 log1p sign trunc hypot sin cos tan atan atan2 exp cbrt
    isInteger isFinite isNaN isSafeInteger parseFloat parseInt now UTC fromCharCode fromCodePoint raw resolve all allSettled
    race fill toSorted toReversed with copyWithin byteLength alloc isBuffer encode decode toLowerCase readable format
    formatToParts resolvedOptions DateTimeFormat NumberFormat Collator PluralRules RelativeTimeFormat ListFormat bigint memoryUsage isBlockList json text exists`),
);
