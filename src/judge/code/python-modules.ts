/** Which modules and members of Python reach something, where it is not known what they are. */

/** Modules of CPython 3.11 and before: what is not listed in python-names.ts may do anything. */
export const standardLibrary: ReadonlySet<string> = new Set(
  `abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
    builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
    concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
    decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp
    fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip
    hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json
    keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder
    msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os
    ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint
    profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib
    resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib
    sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
    stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios
    textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle
    turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg
    winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`
    .trim()
    .split(/\s+/),
);

/** Installed packages that are there to reach other machines, start programs or take values apart into code. */
export const reaching =
  /^(?:requests|httpx|aiohttp|urllib3|websockets?|pycurl|grpc|zmq|pika|kafka|confluent_kafka|nats|paramiko|fabric|invoke|sh|plumbum|pexpect|ptyprocess|psutil|boto|boto3|botocore|aioboto3|s3fs|gcsfs|fsspec|smart_open|google|azure|psycopg|psycopg2|asyncpg|pymysql|MySQLdb|mysql|cx_Oracle|oracledb|pyodbc|pymongo|motor|duckdb|sqlalchemy|sqlmodel|peewee|tortoise|databases|ibis|redis|elasticsearch|opensearchpy|minio|docker|kubernetes|stripe|twilio|slack_sdk|sendgrid|openai|anthropic|tweepy|telegram|discord|github|gitlab|git|pygit2|dill|cloudpickle|joblib|pip|setuptools|pkg_resources|IPython|xonsh|pyautogui|keyring|dotenv|environs|decouple|selenium|playwright|mechanize|cffi|numba|cython|pyximport|win32api|applescript|hcl2|hvac|ansible\w*)$/;

/** Modules that reach something, when a module of the project hands them on. */
export const capable =
  /^_?(?:os|sys|io|subprocess|shutil|socket|builtins|importlib|ctypes|pty|pathlib|posix|nt|codecs|runpy|code|pickle|marshal|tempfile|urllib|http|multiprocessing|signal|zipfile|tarfile|webbrowser)$/;

/** Members by which a value leads to the interpreter behind it. */
export const innerMember =
  /^(?:__(?!version__$|file__$|name__$|doc__$|all__$)|(?:gi|cr|ag|tb|co|f|func)_(?:frame|code|globals|locals|builtins|back|next|closure)\w*$|ctypes$|modules$|builtins$|bltns$|meta_path$|path_hooks$|loader$|globals$|mro$)/;
