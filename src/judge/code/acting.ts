/** What names say of what is called by them, where nothing else is known of it. */

const acting =
  /(?:^|_)(?:deletes?|destroy|drop|remove|rm|rmtree|unlink|truncate|purge|wipe|nuke|erase|kill|terminate|shutdown|send|post|put|patch|publish|deploy|push|upload|e?mail|charge|refund|exec|execute|executemany|executescript|eval|system|popen|spawn|shell|subprocess|commit|rollback|save|bulk|insert|upsert|update|migrate|downgrade|install|uninstall|download|urlopen|urlretrieve|sudo|chmod|chown|symlink|pickle|unpickle|reload|f2py|distutils|ctypes|memmap|tofile|compile|import|mkfs|template|lambdify|sympify)(?:$|_)|^(?:create|parse_expr|clear|reset|connect|call_command|run_command|(?:unsafe_|full_)?loads?(?:_all)?|globals|locals|vars|[gs]etattr|delattr)$/;

const actingMember =
  /^(?:to_(?:pickle|sql|hdf|excel|html|feather|stata|gbq|clipboard|xml|latex|orc|file|disk|netcdf|zarr|postgis|delta|iceberg|avro|ipc|onnx)\w*|write\w*|read_\w+|scan_\w+|sink_\w+|dumps?|open\w*|query|import\w*|load_module|find_spec|fetch|request|retrieve|send\w*|link_to|hardlink_to|symlink_to|lchmod|fromfile|extract\w*|communicate|listen|bind|serve\w*|submit)$/;

const spread = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

/** The name says that it changes, sends, deletes or runs. */
export const isActing = (name: string): boolean => acting.test(spread(name)) && !isClass(name);

/** Classes are called by nouns: `Post`, `UpdateForm`. */
const isClass = (name: string) =>
  /^[A-Z]/.test(name) && !/^(?:Popen|Exec|Shell|Command|Process|Delete|Drop)/.test(name);

/** The same of a member, where it is not known of what. */
export const isActingMember = (name: string): boolean => isActing(name) || actingMember.test(spread(name));
