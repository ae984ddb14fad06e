/** Names that say whether a file can be made again by a build, or was made by hand though git ignores it. */

/** Directories that are a build's even where no git says so. */
const certain =
  " node_modules bower_components .venv venv __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .eggs build dist target" +
  " _build .build coverage .nyc_output htmlcov .next .nuxt .svelte-kit .turbo .parcel-cache .gradle .terraform .angular" +
  " .dart_tool .sass-cache .stack-work dist-newstyle elm-stuff DerivedData .ipynb_checkpoints zig-cache zig-out .zig-cache" +
  " test-results playwright-report .cache ";

/** Directories that are a build's where git ignores them; without git they may as well be somebody's work. */
const likely =
  " .virtualenv out bin obj cmake-build-debug cmake-build-release .output .vite .serverless .eslintcache deps Pods vendor tmp temp" +
  " .tmp logs log storybook-static .docusaurus .vercel .netlify .hypothesis .bundle .yarn .pnpm-store jspm_packages site-packages ";

const file =
  /\.(?:py[co]|o|obj|a|so|dylib|dll|class|jar|exe|gc(?:da|no|ov)|log|tmp|temp|cache|pid|sw[op]|tsbuildinfo|map|lcov|prof|rlib|rmeta|d|aux|toc|synctex\.gz|egg-info|whl)$|^(?:\.DS_Store|Thumbs\.db|\.coverage(?:\..*)?|core(?:\.\d+)?|npm-debug\.log.*|\.eslintcache|\.stylelintcache|.*~|a\.out)$/;

/** Ignored by git and still written by a person, or holding data. */
const precious =
  /^\.env(?:\..*|rc)?$|\.local(?:\.[^.]+)?$|^mise\..*toml$|\.(?:pem|key|p12|pfx|jks|kdbx|sqlite3?|db|dump|bak|orig|rej|patch|diff|md|txt|docx?|xlsx?|pdf|ipynb|csv|tfstate|tfvars|backup)$|^(?:notes?|todo|scratch|secrets?|private|data|\.vscode|\.idea|\.direnv)$|secret|credential/i;

const has = (names: string, part: string) => part !== "" && names.includes(` ${part} `);

/** Whether a build makes it, judged by the name alone: nothing says that git knows it. */
export function isGenerated(path: string): boolean {
  const parts = path.split("/");
  return parts.some((part) => has(certain, part)) || file.test(parts.at(-1) ?? "");
}

/** Whether an ignored file or directory is more than a build's output. */
export function isPrecious(path: string): boolean {
  const parts = path.replace(/\/$/, "").split("/");
  if (parts.some((part) => has(certain, part) || has(likely, part))) return false;
  return parts.some((part) => precious.test(part)) && !isGenerated(path);
}
