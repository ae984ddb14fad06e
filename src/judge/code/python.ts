/** What a Python program does, as far as a small part of the language tells. */

import type { Act } from "./acts.ts";
import { pythonWords } from "./python-words.ts";
import { type CodeReport, doubt, draft, finish } from "./report.ts";
import { type Language, type Scan, scan, textOf } from "./scripted.ts";
import { closing, isName, isOperator, type Word } from "./words.ts";

const list = (text: string) => text.trim().split(/\s+/);

const acts: readonly (readonly [Act, string])[] = [
  ["open", "open io.open codecs.open"],
  ["line", "os.system os.popen subprocess.getoutput subprocess.getstatusoutput"],
  ["words", "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen"],
  ["delete", "shutil.rmtree os.remove os.unlink os.rmdir os.removedirs"],
  ["write", "os.mkdir os.makedirs os.truncate"],
  ["move", "os.rename os.replace shutil.move"],
  ["copy", "shutil.copy shutil.copy2 shutil.copyfile shutil.copytree"],
];

const language: Language = {
  keywords: new Set(
    list(`and as assert async await break class continue def del elif else except finally for from global if in is lambda
      nonlocal not or pass raise return try while with yield True False None match case`),
  ),
  globals: new Set(
    list(`print len range int float str bytes bytearray bool list dict set tuple frozenset sum min max abs round sorted
      reversed enumerate zip map filter any all ord chr hex oct bin repr ascii format type isinstance issubclass id hash
      pow divmod input iter next slice complex exit quit callable object super property staticmethod classmethod
      Exception ValueError TypeError KeyError IndexError OSError ImportError ModuleNotFoundError AttributeError
      FileNotFoundError RuntimeError StopIteration KeyboardInterrupt SystemExit AssertionError NotImplemented`),
  ),
  banned: /^(?:exec|eval|compile|getattr|setattr|delattr|globals|locals|vars|breakpoint|help|memoryview)$/,
  bannedKey: /^__(?!(?:name|version|file|doc|main)__$)/,
  acts: new Map(acts.flatMap(([act, names]) => list(names).map((name) => [name, act] as const))),
  values: new Set(
    list(`sys.version sys.version_info sys.argv sys.path sys.stdin sys.stdout sys.stderr sys.platform sys.executable
      sys.prefix sys.base_prefix sys.exit sys.maxsize sys.byteorder sys.implementation sys.getsizeof sys.getrecursionlimit
      sys.getdefaultencoding sys.flags os.getcwd os.environ os.getenv os.sep os.linesep os.name os.cpu_count os.getpid
      os.listdir os.scandir os.walk os.stat os.uname os.getuid os.access os.R_OK os.path.join os.path.exists
      os.path.isfile os.path.isdir os.path.islink os.path.basename os.path.dirname os.path.abspath os.path.realpath
      os.path.expanduser os.path.splitext os.path.getsize os.path.getmtime os.path.relpath os.path.normpath
      glob.glob glob.iglob pathlib.Path pathlib.PurePath pathlib.Path.home pathlib.Path.cwd shutil.which
      shutil.disk_usage shutil.get_terminal_size subprocess.PIPE subprocess.DEVNULL subprocess.STDOUT
      importlib.metadata.version importlib.metadata.distributions importlib.util.find_spec importlib.metadata.metadata operator.itemgetter
      site.getsitepackages site.getusersitepackages sysconfig.get_path sysconfig.get_paths sysconfig.get_config_var
      urllib.parse.quote urllib.parse.unquote urllib.parse.urlencode urllib.parse.urlparse urllib.parse.urljoin
      urllib.parse.parse_qs urllib.parse.quote_plus urllib.parse.urlsplit locale.getpreferredencoding
      io.StringIO io.BytesIO ast.literal_eval ast.dump ast.parse ssl.OPENSSL_VERSION sqlite3.sqlite_version
      datetime.datetime.now datetime.datetime.fromtimestamp datetime.datetime.strptime datetime.datetime.utcnow
      datetime.datetime.fromisoformat datetime.date.today datetime.timezone.utc datetime.date.fromisoformat`),
  ),
  pure: new Set(
    list(`json math re time datetime random string textwrap collections itertools functools statistics decimal
      fractions base64 hashlib hmac binascii struct uuid platform unicodedata difflib html calendar secrets colorsys
      bisect heapq copy pprint csv shlex keyword token enum zlib tomllib`),
  ),
  roots: new Set(),
  member: (name, called) => members.has(name) || (!called && /^(?:__version__|__file__|__name__|__doc__)$/.test(name)),
  pathMembers: new Map<string, Act>([
    ["unlink", "delete"],
    ["rmdir", "delete"],
    ["read_text", "read"],
    ["read_bytes", "read"],
    ["write_text", "write"],
    ["write_bytes", "write"],
    ["mkdir", "write"],
    ["touch", "write"],
    ["rename", "move"],
    ["open", "open"],
  ]),
  places: new Map([
    ["os.path.expanduser", "same"],
    ["os.path.abspath", "same"],
    ["os.path.realpath", "same"],
    ["os.path.join", "join"],
    ["os.fspath", "same"],
    ["str", "same"],
    ["pathlib.Path", "join"],
    ["pathlib.Path.home", "home"],
    ["pathlib.Path.cwd", "here"],
    ["os.getcwd", "here"],
    ["os.getenv", "same"],
    ["os.getenv.HOME", "home"],
    ["os.environ.get", "same"],
    ["os.environ.get.HOME", "home"],
    ["os.environ.HOME", "home"],
  ]),
  fixed: new Set(["sys.path", "os.environ"]),
  freeIndex: true,
};

const members = new Set(
  list(`append extend insert pop remove clear index count sort reverse copy keys values items get setdefault update join
    split rsplit splitlines strip lstrip rstrip replace lower upper title capitalize casefold swapcase startswith endswith
    find rfind rindex format encode decode isdigit isalpha isalnum isspace isupper islower isnumeric isdecimal zfill center
    ljust rjust partition rpartition translate maketrans expandtabs read readline readlines write writelines flush close
    buffer group groups groupdict start end span match search findall finditer fullmatch sub subn strftime isoformat
    timestamp date time year month day hour minute second microsecond weekday isocalendar total_seconds days seconds
    hexdigest digest add discard union intersection difference issubset issuperset most_common elements stdout stderr
    returncode name suffix suffixes stem parent parents parts exists is_file is_dir is_absolute iterdir glob rglob
    relative_to with_suffix with_name as_posix resolve expanduser absolute stat st_size st_mtime st_mode major minor micro
    releaselevel serial args real imag numerator denominator hex fromkeys bit_length to_bytes from_bytes seek tell
    communicate wait poll version cache_info tzinfo astimezone fromisoformat message msg lineno path netloc scheme query
    fragment hostname port sysname release machine nodename cuda is_available`),
);

export function python(program: string): CodeReport {
  const report = draft();
  const words = pythonWords(program);
  if (words === undefined) {
    doubt(report, "is not a Python program that heed can read");
    return finish(report);
  }
  const s: Scan = {
    words,
    report,
    language,
    aliases: new Map(),
    foreign: new Set(),
    locals: new Set(),
    constants: new Map(),
    taken: new Set(),
  };
  imports(s);
  declarations(s);
  scan(s);
  return finish(report);
}

function startsStatement(words: readonly Word[], i: number): boolean {
  const before = words[i - 1];
  return before === undefined || before.kind === "newline" || isOperator(before, ";") || isOperator(before, ":");
}

function imports(s: Scan): void {
  const { words } = s;
  for (let i = 0; i < words.length; i++) {
    if (!startsStatement(words, i) || !(isName(words[i], "import") || isName(words[i], "from"))) continue;
    let end = i;
    while (end < words.length && words[end]?.kind !== "newline" && !isOperator(words[end], ";")) {
      if (isOperator(words[end], "(")) end = closing(words, end) ?? words.length;
      end++;
    }
    for (let at = i; at < end; at++) s.taken.add(at);
    statement(
      s,
      words
        .slice(i, end)
        .filter((word) => word.kind !== "newline")
        .map((word) => word.text),
    );
    i = end;
  }
}

/** `import a.b as c, d` or `from a.b import (c as d, e)`. */
function statement(s: Scan, texts: readonly string[]): void {
  const text = texts
    .join(" ")
    .replaceAll(" . ", ".")
    .replace(/ ?[()] ?/g, " ");
  const from = /^from ([\w.]+) import (.+)$/.exec(text.trim());
  const plain = /^import (.+)$/.exec(text.trim());
  const names = (from?.[2] ?? plain?.[1] ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  if (names.length === 0) doubt(s.report, "imports in a way that heed does not follow");
  for (const each of names) {
    const [, name, alias] = /^([\w.]+)(?: as (\w+))?$/.exec(each) ?? [];
    if (name === undefined) {
      doubt(s.report, `imports ${each}`);
      continue;
    }
    const full = from === null ? name : `${from[1]}.${name}`;
    if (!knows(full)) {
      const module = from?.[1] ?? name;
      if (module === "antigravity") doubt(s.report, "opens a browser");
      if (
        /^(?:socket|ssl|http|urllib|ftplib|smtplib|telnetlib|requests|httpx|aiohttp|websockets?|paramiko)\b/.test(
          module,
        )
      )
        s.report.network = true;
      s.report.loads.push(module);
      s.foreign.add(from === null && alias === undefined ? (name.split(".")[0] ?? name) : full);
    }
    // `import a.b` binds `a`.
    if (from === null && alias === undefined) s.aliases.set(name.split(".")[0] ?? name, name.split(".")[0] ?? name);
    else s.aliases.set(alias ?? name, full);
  }
}

const standard = new Set(
  [...language.values, ...language.acts.keys(), ...[...language.pure].map((name) => `${name}.x`)].flatMap((name) => {
    const parts = name.split(".");
    return parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join("."));
  }),
);

function knows(full: string): boolean {
  if (standard.has(full) || language.values.has(full) || language.acts.has(full)) return true;
  const dot = full.lastIndexOf(".");
  return dot > 0 && language.pure.has(full.slice(0, dot));
}

/** Names that the program binds outside argument lists. */
function declarations(s: Scan): void {
  const { words } = s;
  let depth = 0;
  const assigned = new Map<string, number>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    if (word.kind === "operator") {
      if ("([{".includes(word.text)) depth++;
      if (")]}".includes(word.text)) depth--;
    }
    if (word.kind !== "name" || s.taken.has(i)) continue;
    const next = words[i + 1];
    const isTarget = depth === 0 && next?.kind === "operator" && /^(?:=|[-+*/%|&^]=|\/\/=|\*\*=)$/.test(next.text);
    if (isTarget || isOperator(next, ":=")) {
      s.locals.add(word.text);
      assigned.set(word.text, (assigned.get(word.text) ?? 0) + (isOperator(next, "=") ? 1 : 2));
      let end = i + 2;
      while (end < words.length && words[end]?.kind !== "newline" && !isOperator(words[end], ";")) end++;
      const text = textOf(s, words.slice(i + 2, end));
      if (assigned.get(word.text) === 1 && !/[\ud800-\udfff]/.test(text)) s.constants.set(word.text, text);
      else s.constants.delete(word.text);
    }
    if (word.text === "for") bind(s, i + 1, (at) => isName(words[at], "in"));
    if (word.text === "lambda") bind(s, i + 1, (at) => isOperator(words[at], ":"));
    if (word.text === "as" && isName(next)) s.locals.add(next?.text ?? "");
    if ((word.text === "def" || word.text === "class") && isName(next)) {
      s.locals.add(next?.text ?? "");
      bind(s, i + 3, (at) => isOperator(words[at], ":") || isOperator(words[at], ")"));
    }
    // `a, b = …`
    if (startsStatement(words, i) && isOperator(next, ",")) {
      let end = i;
      while (isName(words[end]) && isOperator(words[end + 1], ",")) end += 2;
      if (isName(words[end]) && isOperator(words[end + 1], "=")) bind(s, i, (at) => at > end);
    }
  }
  for (const [name, times] of assigned) if (times > 1) s.constants.delete(name);
  for (const name of s.locals) if (s.aliases.has(name)) doubt(s.report, `changes ${name}`);
}

function bind(s: Scan, from: number, until: (at: number) => boolean): void {
  for (let at = from; at < s.words.length && !until(at); at++) {
    const word = s.words[at];
    if (word?.kind !== "name" || language.keywords.has(word.text)) continue;
    s.locals.add(word.text);
    s.constants.delete(word.text);
  }
}
