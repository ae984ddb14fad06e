/** Where a path is: project, temp, home, system, secret, device or unknown. Lists of places are data at the end of the file. */

import { baseName, from, tidy, within } from "../session/path.ts";
import { ANY, FRESH, HOLE } from "../session/value.ts";
import type { World } from "../session/world.ts";

export type Place = "project" | "temp" | "home" | "system" | "secret" | "device" | "unknown";

export interface Resolved {
  /** Absolute, links followed as far as the path is known. */
  readonly path: string;
  readonly place: Place;
  /** A path that everyone may read, or a device that swallows. */
  readonly open: boolean;
}

/** Follows a path from a directory. What an unknown part hides stays unknown. `entry`: a link at its end is meant itself. */
export function resolve(text: string, directory: string, world: World, entry = false): Resolved {
  if (text.startsWith(ANY) || (HOLE.test(directory) && !text.startsWith("/") && directory.startsWith(ANY)))
    return { path: text, place: "unknown", open: false };
  const joined = throughProcess(from(directory, throughProcess(text, directory)), directory);
  const path = /^\/dev\/(?:fd|stdin|stdout|stderr|tty)/.test(joined)
    ? joined
    : entry && isName(text)
      ? entryOf(joined, text, world)
      : follow(joined, text, world);
  return { path, ...classify(path, joined, world) };
}

/** `/proc/self/root` and `/proc/self/cwd` as the process sees them that the path is for. */
function throughProcess(path: string, directory: string): string {
  const [, what, rest = ""] = /^\/proc\/(?:self|thread-self|\d+|\ud803)\/(root|cwd)(\/.*)?$/s.exec(path) ?? [];
  return what === undefined ? path : what === "cwd" ? directory + rest : rest || "/";
}

/** It ends with a name, and not with what is behind one. */
const isName = (text: string) => !/(?:^|\/)\.{0,2}$/.test(text) && !HOLE.test(text);

function entryOf(path: string, text: string, world: World): string {
  const cut = path.lastIndexOf("/");
  const parent = cut <= 0 ? "/" : follow(path.slice(0, cut), text, world);
  return `${parent === "/" ? "" : parent}/${path.slice(cut + 1)}`;
}

function follow(path: string, written: string, world: World): string {
  const hole = path.search(HOLE);
  if (hole < 0) return world.realPath(path);
  if (path.startsWith(FRESH)) return path;
  const cut = path.lastIndexOf("/", hole);
  const known = cut <= 0 ? "/" : world.realPath(path.slice(0, cut));
  const rest = path.slice(cut + 1);
  return written.endsWith("/..") ? tidy(`${known}/${rest}`) : known === "/" ? `/${rest}` : `${known}/${rest}`;
}

function classify(path: string, joined: string, world: World): { place: Place; open: boolean } {
  const { home, project } = world;
  if (hasUnknownStep(path)) return { place: "unknown", open: false };
  if (path.startsWith(FRESH) || path.includes(`/${FRESH}`)) return { place: "temp", open: false };
  if (isSecret(path, world) || isSecret(joined, world)) return { place: "secret", open: false };
  if (/^\/proc\/(?:self|\d+|\ud803)\/oom_score_adj$/.test(path)) return { place: "device", open: true };
  if (within(path, "/dev")) return { place: "device", open: openDevice.test(path) };
  if (project !== undefined && within(path, project)) return { place: "project", open: false };
  if (world.temp.some((t) => within(path, t) || within(path, world.realPath(t)))) return { place: "temp", open: false };
  if (within(path, home) || /^\/(?:home|Users)(?:\/|$)/.test(path) || within(path, "/root"))
    return { place: "home", open: false };
  return { place: "system", open: publicSystem.test(path) };
}

/** `…/ANY`, or `..` behind a hole: it may lead anywhere. */
function hasUnknownStep(path: string): boolean {
  if (!HOLE.test(path)) return false;
  const at = path.search(HOLE);
  return path.includes(ANY) || /(?:^|\/)\.\.(?:\/|$)/.test(path.slice(at));
}

export function isSecret(path: string, world: World): boolean {
  const name = baseName(path);
  if (HOLE.test(name)) {
    const bare = new RegExp(HOLE, "gu");
    if (name.replace(bare, "") !== "" && isSecret(path.replace(bare, ""), world)) return true;
  }
  if (marked.test(name)) {
    if (publicNames.test(name)) return false;
    if (secretNames.test(name)) return true;
  }
  if ((hidden.test(path) && secretPaths.test(path)) || secretOfSystem.test(path)) return true;
  const inHome = within(path, world.home) || /^\/(?:home|Users)\/[^/]+\//.test(path) || within(path, "/root");
  return inHome && !(world.project !== undefined && within(path, world.project)) && secretInHome.test(path);
}

/** heed's own files: in any home, where the session's environment puts them, and where they go when a home cannot be written. */
export function isGuard(path: string, world: World): boolean {
  if (path.includes("heed")) {
    if (guardPaths.test(path)) return true;
    if (world.temp.some((t) => guardTemp.test(belowOf(path, t) ?? belowOf(path, world.realPath(t)) ?? ""))) return true;
  }
  return (world.guard ?? []).some((d) => within(path, d) || within(path, world.realPath(d)));
}

const belowOf = (path: string, directory: string) =>
  within(path, directory) ? path.slice(directory.length) : undefined;

/** Files whose content other programs obey later: hooks, startup files, agents' settings. */
export function isRewiring(path: string): boolean {
  return rewiringPaths.test(path);
}

/** Settings of agents, in which the guard's own hooks may stand; a directory of them as well. */
export function isAgentSettings(path: string): boolean {
  return agentPaths.test(path);
}

/** What a person's own shells read when they start, and what agents keep of them. */
export function isStartup(path: string): boolean {
  return startupPaths.test(path);
}

/** Startup files of shells, and hooks, which are programs for one unless they say otherwise. */
export function isShellCode(path: string): boolean {
  return (
    isStartup(path) ||
    /\/hooks\/|\/\.husky\/|\/\.(?:envrc|bash_logout|zlogout|xinitrc|xprofile)$|\/etc\/(?:profile|bash\.bashrc|zsh)/.test(
      path,
    )
  );
}

export function isPersistence(path: string): boolean {
  return persistencePaths.test(path);
}

/** `/`, a system tree, or a directory right below one of the large ones. */
export function isSystemTree(path: string): boolean {
  if (path === "/") return true;
  const parts = path.slice(1).split("/");
  const top = parts[0] ?? "";
  if (parts.length === 1) return systemTops.has(top);
  return parts.length === 2 ? wideTops.has(top) : false;
}

const systemTops = new Set(
  "bin boot dev etc home lib lib32 lib64 libx32 media mnt opt private proc root run sbin srv sys usr var Applications Library Network System Users Volumes cores nix snap".split(
    " ",
  ),
);
const wideTops = new Set("usr var private System Library boot dev proc sys bin sbin lib lib64 home Users".split(" "));

const openDevice =
  /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|tty|console|ptmx|pts(?:\/.*)?|fd(?:\/.*)?|shm(?:\/.*)?|tcp(?:\/.*)?|udp(?:\/.*)?)$/;

const publicSystem =
  /^\/(?:usr|opt|bin|sbin|lib|lib32|lib64|sys|nix\/store|snap|System|Library|Applications)(?:\/|$)|^\/etc\/(?:os-release|lsb-release|debian_version|redhat-release|alpine-release|issue|hosts|hostname|resolv\.conf|localtime|timezone|mime\.types|services|protocols|shells|paths|locale\.conf|machine-info|ld\.so\.conf|inputrc|nsswitch\.conf|ssl\/certs(?:\/.*)?)$|^\/proc\/(?:cpuinfo|meminfo|version|uptime|loadavg|mounts|mdstat|swaps|devices|interrupts|vmstat|cmdline|partitions|filesystems|stat|diskstats|modules|(?:(?:self|\d+)\/)?net\/[\w-]+|buddyinfo|softirqs|schedstat|zoneinfo|pagetypeinfo|crypto|cgroups|misc|locks|iomem|ioports|dma|consoles|fb|sys\/[\w/.-]+|(?:self|\d+)\/(?:status|stat|limits|cgroup|mounts|mountinfo|io|sched))$/;

const publicNames =
  /^\.env(?:ironment|rc\.(?:example|sample)|\.(?:example|sample|template|dist|defaults?|schema|test\.example|tpl))$|\.pub$|^known_hosts$/;

const secretNames =
  /^(?:\.env(?:\..+)?|\.?envrc\.private|id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-].*)?|.*\.(?:pem|p12|pfx|jks|keystore|kdbx|ppk|gpg-key|tfvars\.secret)|.+\.key|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.htpasswd|\.vault-token|\.pypirc|\.dockercfg|authorized_keys|service[-_]account.*\.json|application_default_credentials\.json|\.(?:bash|zsh|python|psql|mysql|node_repl|rediscli|sqlite)_history)$/;

const secretOfSystem =
  /^\/etc\/(?:shadow|gshadow|sudoers|ssl\/private|ssh\/ssh_host_.*|krb5\.keytab)[-~]?(?:\/|$)|^\/etc\/sudoers\.d\/|^\/proc\/(?:self|\d+|\*)\/(?:environ|mem|cmdline|maps|fd\/?.*)$/;

/** What any of the names above has, and what any of the paths below has: most have neither, and these are soon tried. */
const marked = /[._]/;
const hidden = /(?:^|\/)\.|Keychains/;

const secretPaths =
  /(?:^|\/)\.(?:ssh|aws|gnupg|azure|password-store|kube)(?:\/|$)|(?:^|\/)(?:\.config\/(?:gcloud|gh|op|rclone|doctl|hub|sops)|\.docker\/config\.json|Library\/Keychains|\.local\/share\/(?:keyrings|kwalletd))(?:\/|$)/;

const secretInHome =
  /\/(?:\.npmrc|\.yarnrc\.yml|\.gem\/credentials|\.cargo\/credentials(?:\.toml)?|\.terraform\.d\/credentials.*|\.config\/[^/]*(?:token|secret|credential)[^/]*|\.mozilla(?:\/.*)?|\.config\/(?:google-chrome|chromium|BraveSoftware)(?:\/.*)?|\.claude\/\.credentials\.json|\.codex\/auth\.json|\.gemini\/oauth_creds\.json)$/;

const guardPaths =
  /\/(?:\.config|\.local\/state|\.local\/share|\.cache|run(?:\/user\/\d+)?|lib|share)\/heed(?:\/|$)|\/(?:bin|libexec)\/heed(?:-(?:bash|zsh|sh))?$|\/heed\/(?:shell-integration|env)|\/heed\.(?:bash|zsh)$|\/(?:plugins?|hooks|amp)\/heed(?:-amp|\.js|\.json)?(?:\/|$)/;

/** Directories whose programs count as installed: the name says what they are. */
export const INSTALLED =
  /^(?:\/usr(?:\/local)?\/s?bin|\/s?bin|\/usr\/games|\/opt\/homebrew\/s?bin|\/opt\/local\/s?bin|\/usr\/libexec|\/snap\/bin)\/[^/]+$/;

const guardTemp = /^\/heed-\d+(?:\/|$)/;

const rewiringPaths =
  /\/\.git\/(?:hooks(?:\/|$)|config(?:\.worktree)?$|info\/attributes$|modules\/.*\/(?:config$|hooks\/))|\/\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|inputrc|kshrc|mkshrc|gitconfig|npmrc|vimrc|tmux\.conf|Xresources|xinitrc|xprofile|pam_environment|envrc)$|\/\.(?:claude|codex|gemini|qwen|cursor|opencode|cline|factory|copilot|goose|crush|amp)\/(?:settings(?:\.local)?\.json|config\.(?:toml|json|yaml)|hooks(?:\/|\.json$)|mcp\.json)|\/\.mcp\.json$|\/\.vscode\/(?:settings|tasks|mcp)\.json$|\/\.zed\/(?:settings|tasks)\.json$|\/\.(?:openhands|agents|github|cline|clinerules)\/hooks(?:\/|\.json$)|\/\.agents\/(?:plugins\/|settings\.json$)|\/\.opencode\/plugins?\/|\/(?:opencode|crush)\.jsonc?$|\/\.config\/(?:fish\/|git\/config$|systemd\/user\/|autostart\/|environment\.d\/|mise\/|direnv\/|pip\/|nvim\/init)|\/\.husky\/|\/etc\/(?:profile|bash\.bashrc|environment|zsh(?:env|rc)?|ld\.so\.preload|crontab)(?:$|\.d\/)|\/(?:\.?mise(?:\.local)?\.toml|\.mise\/config\.toml|\.config\/mise\.toml)$|\/Library\/Launch(?:Agents|Daemons)\//;

const agentPaths =
  /\/\.(?:claude|codex|gemini|qwen|cursor|opencode|cline|factory|copilot|goose|crush|amp|openhands|agents|clinerules)(?:\/(?:settings(?:\.local)?\.json|config\.(?:toml|json|yaml)|hooks(?:\/.*|\.json)?|plugins?(?:\/.*)?))?$|\/\.github\/hooks(?:\/|$)|\/(?:opencode|crush)\.jsonc?$/;

const startupPaths =
  /^(?:\/opt|\/usr\/local|\/(?:home|Users)\/[^/]+|\/root)\/(?:mini|ana)(?:conda|forge)3?\/(?:bin\/activate|etc\/profile\.d\/(?:conda|mamba)\.sh)$|^(?:\/(?:home|Users)\/[^/]+|\/root)\/(?:\.(?:bashrc|bash_profile|bash_login|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|aliases|exports|functions|path|extra)|\.(?:codex|claude|gemini|qwen|opencode)\/shell[-_]snapshots\/[^/]+|\.nvm\/(?:nvm\.sh|bash_completion)|\.cargo\/env|\.sdkman\/bin\/sdkman-init\.sh|\.asdf\/asdf\.sh|\.rvm\/scripts\/rvm|\.local\/bin\/env|\.deno\/env|\.fzf\.(?:bash|zsh)|\.oh-my-zsh\/oh-my-zsh\.sh|\.ghcup\/env|google-cloud-sdk\/(?:path|completion)\.(?:bash|zsh)\.inc)$/;

const persistencePaths =
  /\/\.ssh\/(?:authorized_keys2?|rc|environment)$|\/etc\/(?:cron(?:tab|\.[a-z]+\/.*)|sudoers(?:\.d\/.*)?|passwd|shadow|ld\.so\.preload)$|\/var\/spool\/cron\//;
