/** Names of Python and of packages whose part in a program is known. */

import { isActing, isActingMember } from "./acting.ts";
import type { Act } from "./acts.ts";
import { capable, innerMember, reaching, standardLibrary } from "./python-modules.ts";
import type { Language } from "./scripted.ts";

const list = (text: string) => text.trim().split(/\s+/);

const acts: readonly (readonly [Act, string])[] = [
  ["open", "open io.open codecs.open gzip.open bz2.open lzma.open tarfile.open zipfile.ZipFile"],
  ["line", "os.system os.popen subprocess.getoutput subprocess.getstatusoutput"],
  ["words", "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen"],
  ["delete", "shutil.rmtree os.remove os.unlink os.rmdir os.removedirs"],
  ["write", "os.mkdir os.makedirs os.truncate"],
  ["move", "os.rename os.replace shutil.move"],
  ["copy", "shutil.copy shutil.copy2 shutil.copyfile shutil.copytree"],
  ["get", "urllib.request.urlopen requests.get requests.head httpx.get httpx.head"],
  ["query", "sqlite3.connect"],
  ["write", "numpy.save numpy.savetxt numpy.savez numpy.savez_compressed"],
  [
    "read",
    `pstats.Stats xml.etree.ElementTree.parse xml.etree.ElementTree.iterparse pandas.read_csv pandas.read_table pandas.read_json pandas.read_parquet pandas.read_excel pandas.read_feather
    pandas.read_orc pandas.read_fwf polars.read_csv polars.scan_csv polars.read_parquet polars.scan_parquet
    polars.read_json polars.read_ndjson polars.scan_ndjson numpy.load toml.load numpy.loadtxt numpy.genfromtxt
    pyarrow.parquet.read_table pyarrow.parquet.read_schema pyarrow.parquet.read_metadata pyarrow.parquet.ParquetFile`,
  ],
];

/** Installed packages of which some names are known: importing them still loads them. */
export const installed = /^(?:pandas|polars|numpy|pyarrow|yaml|torch|requests|httpx)\b/;
/** Modules that are there to open connections. */
export const connecting =
  /^(?:socket|ssl|http|urllib|ftplib|smtplib|telnetlib|requests|httpx|aiohttp|websockets?|paramiko)\b/;

export const language: Language = {
  keywords: new Set(
    list(`and as assert async await break class continue def del elif else except finally for from global if in is lambda
      nonlocal not or pass raise return try while with yield True False None match case`),
  ),
  globals: new Set(
    list(`print len range int float str bytes bytearray bool list dict set tuple frozenset sum min max abs round sorted
      reversed enumerate zip map filter any all ord chr hex oct bin repr ascii format type isinstance issubclass id hash
      pow divmod input dir help iter next slice complex exit quit callable object super property staticmethod classmethod
      Exception ValueError TypeError KeyError IndexError OSError ImportError ModuleNotFoundError AttributeError
      FileNotFoundError RuntimeError StopIteration KeyboardInterrupt SystemExit AssertionError NotImplemented`),
  ),
  banned: /^(?:exec|eval|compile|getattr|setattr|delattr|globals|locals|vars|breakpoint|memoryview)$/,
  bannedKey: /^__(?!(?:name|version|file|doc|main)__$)|^(?:allow_pickle|trust_remote_code)$/,
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
      io.StringIO io.BytesIO ssl.OPENSSL_VERSION inspect.getsource inspect.getsourcelines inspect.getfile
      inspect.signature dis.dis inspect.getdoc inspect.getmembers inspect.isclass inspect.isfunction inspect.ismethod
      urllib.error.URLError urllib.error.HTTPError types.SimpleNamespace dataclasses.dataclass dataclasses.field dataclasses.asdict
      typing.Any typing.Optional typing.NamedTuple typing.get_type_hints contextlib.suppress contextlib.nullcontext
      traceback.print_exc traceback.format_exc logging.basicConfig logging.getLogger logging.DEBUG logging.INFO logging.WARNING
      logging.ERROR warnings.filterwarnings warnings.simplefilter sqlite3.Row argparse.ArgumentParser pkgutil.walk_packages pkgutil.iter_modules asyncio.run asyncio.gather asyncio.sleep
      asyncio.wait_for socket.gethostname socket.getfqdn zipfile.is_zipfile tarfile.is_tarfile multiprocessing.cpu_count threading.active_count
      threading.current_thread threading.Lock threading.Event threading.Thread resource.getrusage resource.RUSAGE_SELF
      resource.RUSAGE_CHILDREN tempfile.gettempdir tempfile.mkdtemp tempfile.TemporaryDirectory
      configparser.ConfigParser doctest.testmod sys.getfilesystemencoding
      concurrent.futures.ThreadPoolExecutor concurrent.futures.as_completed sqlite3.sqlite_version
      datetime.datetime.now datetime.datetime.fromtimestamp datetime.datetime.strptime datetime.datetime.utcnow
      datetime.datetime.fromisoformat datetime.date.today datetime.timezone.utc datetime.date.fromisoformat
      yaml.safe_load yaml.safe_load_all yaml.safe_dump torch.cuda.is_available torch.cuda.device_count
      torch.cuda.get_device_name torch.version.cuda torch.backends.mps.is_available numpy.array numpy.arange numpy.zeros
      numpy.ones numpy.linspace numpy.mean numpy.median numpy.std numpy.sum numpy.min numpy.max numpy.sqrt numpy.exp
      numpy.log numpy.pi numpy.nan numpy.unique numpy.percentile numpy.isnan numpy.where numpy.concatenate
      numpy.random.rand numpy.random.seed numpy.random.default_rng pandas.DataFrame pandas.Series pandas.to_datetime
      pandas.to_numeric pandas.concat pandas.merge pandas.set_option pandas.Timestamp pandas.date_range pandas.isna
      pandas.notna polars.DataFrame polars.col polars.lit polars.len polars.Config.set_tbl_rows`),
  ),
  pure: new Set(
    list(`json math re time datetime random string textwrap collections itertools functools statistics decimal
      fractions base64 hashlib hmac binascii struct uuid platform unicodedata difflib html calendar secrets colorsys
      bisect heapq copy pprint csv shlex keyword token enum zlib tomllib ast string ipaddress xml.etree.ElementTree
      zoneinfo numbers cmath tokenize dataclasses typing abc fnmatch email.utils`),
  ),
  roots: new Set(),
  // a method that is not called here may be called later by another name
  member: (name) =>
    members.has(name) ||
    (!standardLibrary.has(name.replace(/^_+/, "")) && !isActingMember(name) && !innerMember.test(name)),
  trusts: (module, names) => {
    const [top = "", ...inner] = module.split(".");
    const parts = [...inner, ...names];
    return (
      !standardLibrary.has(top) &&
      !reaching.test(top) &&
      !parts.some((part) => capable.test(part)) &&
      ![top, ...parts].some((part) => isActing(part) || innerMember.test(part))
    );
  },
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
    ["to_csv", "output"],
    ["to_json", "output"],
    ["to_parquet", "output"],
    ["to_string", "output"],
    ["to_markdown", "output"],
    ["savefig", "output"],
    ["write_csv", "output"],
    ["write_parquet", "output"],
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
    ["sys.executable", "self"],
    ["os.getenv", "same"],
    ["os.getenv.HOME", "home"],
    ["os.environ.get", "same"],
    ["os.environ.get.HOME", "home"],
    ["os.environ.HOME", "home"],
  ]),
  fixed: new Set(["sys.path", "os.environ"]),
  searchPath: "sys.path",
  environment: "os.environ",
  documents: /^xml\./,
  arguments: "sys.argv",
  self: "python3",
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
    fragment hostname port sysname release machine nodename cuda is_available
    describe head tail shape dtypes dtype columns info groupby group_by sum mean median std var min max nunique n_unique
    unique value_counts isna isnull notna dropna drop_nulls fillna sort_values sort_index reset_index set_index to_dict
    to_list tolist to_numpy sample astype cast dt str loc iloc iterrows itertuples idxmax idxmin quantile corr cumsum
    diff shift merge drop drop_duplicates duplicated rename assign nlargest nsmallest T size empty memory_usage ndim
    schema schema_arrow num_rows num_columns metadata collect select filter with_columns height width limit any all
    item json string html email status headers writeheader writerow writerows update_layout set_title`),
);
