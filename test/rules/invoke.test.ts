import { expect, test } from "vitest";
import type { Invocation } from "../../src/rules/invocation.ts";
import { invoke } from "../../src/rules/invoke.ts";
import type { Row } from "../../src/rules/row.ts";
import { ANY, BELOW, FRESH, NAME, NUMBER } from "../../src/session/value.ts";

/** What was read, in argv order: `-o write x` a flag's value, `read x` an operand, `[…]` a nested command, `?flag x` something unknown. */
function said(invocation: Invocation): string {
  const parts = [
    ...invocation.unknown.map(({ what, text, index }) => ({ index, text: `?${what} ${text}` })),
    ...invocation.uses.map(({ flag, role, detail, text, index }) => ({
      index,
      text: `${flag === undefined ? "" : `${flag} `}${role}${detail === "" ? "" : `:${detail}`} ${text}`,
    })),
    ...invocation.nested.map(({ words, until, index }) => ({ index, text: `[${words.join(" ")}]${until ?? ""}` })),
  ].sort((a, b) => a.index - b.index);
  const marks = [...(invocation.help ? ["help"] : []), ...(invocation.dry ? ["dry"] : [])];
  return [...marks, ...parts.map(({ text }) => text)].join(", ").trimEnd();
}

function effects(invocation: Invocation): string {
  return invocation.claims.map(({ effect, index, id }) => `${effect}@${index} ${id}`).join(", ");
}

function read(row: Row, line: string): Invocation {
  const argv = line.split(" ");
  return invoke(argv[0] ?? "", row, argv);
}

function cases(name: string, row: Row, table: readonly (readonly [line: string, is: string])[]): void {
  test.each(table)(`${name}: %s`, (line, is) => {
    expect(said(read(row, line))).toBe(is);
  });
}

const sort: Row = {
  because: "sorts lines",
  flags: [
    "-n|--numeric-sort",
    "-r|--reverse",
    "-k|--key=text",
    "-o|--output=write",
    "--parallel=text",
    "--random-sort",
    "--color?=text",
    "-i|--in-place?=text",
  ],
  operands: ["read..."],
};

cases("gnu", sort, [
  ["sort", ""],
  ["sort -n a b", "read a, read b"],
  ["sort -nr a", "read a"],
  ["sort a -o b c", "read a, -o write b, read c"],
  ["sort -ob a", "-o write b, read a"],
  ["sort -o=b a", "-o write =b, read a"],
  ["sort -nrob a", "-o write b, read a"],
  ["sort -nro b a", "-o write b, read a"],
  ["sort --output b a", "-o write b, read a"],
  ["sort --output=b a", "-o write b, read a"],
  ["sort --output= a", "-o write , read a"],
  ["sort --out=b", "-o write b"],
  ["sort --out b", "-o write b"],
  ["sort --rev a", "read a"],
  ["sort --r a", "?flag --r, read a"],
  ["sort --outfile=b", "?flag --outfile=b"],
  ["sort --color a", "read a"],
  ["sort --color=always a", "--color text always, read a"],
  ["sort -i a", "read a"],
  ["sort -i.bak a", "-i text .bak, read a"],
  ["sort -nibak a", "-i text bak, read a"],
  ["sort -z a", "?flag -z, read a"],
  ["sort -nz a", "?flag -nz, read a"],
  ["sort --reverse=1", "?value --reverse=1, -r text 1"],
  ["sort -o", "?value -o"],
  ["sort -o -n", "-o write -n"],
  ["sort -o -- a", "-o write --, read a"],
  ["sort -- -n -o b", "read -n, read -o, read b"],
  ["sort - a", "read -, read a"],
  ["sort a -- -", "read a, read -"],
]);

cases("long", { ...sort, style: "long" }, [
  ["sort --out=b", "?flag --out=b"],
  ["sort -o=b", "-o write b"],
  ["sort -no=b", "-o write b"],
  ["sort -nr a", "read a"],
]);

cases("posix", { because: "x", style: "posix", flags: ["-n=text", "-i"], operands: ["argv"] }, [
  ["nice -n 5 rm -rf x", "-n text 5, [rm -rf x]"],
  ["nice -n5 -- rm -i", "-n text 5, [rm -i]"],
  ["nice rm -- -i", "[rm -- -i]"],
  ["nice -x rm", "?flag -x, [rm]"],
  ["nice --help", "help"],
  ["nice --help rm", "[rm]"],
  ["nice rm --help", "[rm --help]"],
]);

cases("env", { because: "x", style: "posix", flags: ["-i", "-u=env-name"], operands: ["env...", "argv"] }, [
  ["env A=1 B=2 make CC=x", "env A=1, env B=2, [make CC=x]"],
  ["env -i -u X A=1 sh -c x", "-u env-name X, env A=1, [sh -c x]"],
  ["env A=1", "env A=1"],
  ["env -- A=1 ls", "env A=1, [ls]"],
  [`env ${ANY}=1 ls`, `?maybe-flag ${ANY}=1, [${ANY}=1 ls]`],
]);

cases("make", { because: "x", flags: ["-j?=text"], operands: ["env...", "text..."] }, [
  ["make CC=gcc all -j4 V=1", "env CC=gcc, text all, -j text 4, env V=1"],
]);

cases("timeout", { because: "x", style: "posix", flags: ["-s=text"], operands: ["text", "argv"] }, [
  ["timeout -s 9 5 rm -f x", "-s text 9, text 5, [rm -f x]"],
  ["timeout 5", "text 5"],
]);

cases("options up to a command", { because: "x", style: "long", flags: ["-it"], operands: ["text", "argv"] }, [
  ["exec box -it sh -it", "text box, [sh -it]"],
  ["exec box -it -- sh -x", "text box, [sh -x]"],
]);

const find: Row = {
  because: "x",
  style: "single",
  flags: ["-name=text", "-exec=argv;", "-delete!remove", "-L", "!", "(", ")", "-maxdepth=text"],
  operands: ["stat..."],
};

cases("single", find, [
  ["find . -name *.o -delete", "stat ., -name text *.o"],
  ["find . --name x", "stat ., -name text x"],
  ["find . -name=x", "stat ., -name text x"],
  ["find . ! ( -name x )", "stat ., -name text x"],
  ["find . -exec rm -f {} ; -name x", "stat ., [rm -f {}];, -name text x"],
  ["find . -exec echo + x {} + -name x", "stat ., [echo + x {}]+, -name text x"],
  ["find . -exec rm {}", "stat ., [rm {}]"],
  ["find . -Ln", "stat ., ?flag -Ln"],
]);

cases("keys", { because: "x", style: "keys", flags: ["if=read", "of=write", "bs=text"] }, [
  ["dd if=a of=b bs=1M", "if read a, of write b, bs text 1M"],
  ["dd conv=x", "?flag conv=x"],
  ["dd if of=b", "?operand if, of write b"],
  ["dd --help", "help"],
  [`dd of=${ANY}`, `of write ${ANY}`],
  [`dd o${ANY}=b`, `?flag o${ANY}=b`],
]);

const tar: Row = {
  because: "x",
  style: "bundle",
  flags: ["-c|--create", "-x", "-z", "-v", "-f|--file=write", "-C=cd", "-b=text"],
  operands: ["read..."],
};

cases("bundle", tar, [
  ["tar czf a.tgz src", "-f write a.tgz, read src"],
  ["tar cfb a.tar 20 src", "-f write a.tar, -b text 20, read src"],
  ["tar -czf a.tgz src", "-f write a.tgz, read src"],
  ["tar -cfz src", "-f write z, read src"],
  ["tar --create --file a src", "-f write a, read src"],
  ["tar cqf a", "?flag cqf, read a"],
  ["tar xf a -C d", "-f write a, -C cd d"],
  ["tar xf", "?value xf"],
  [`tar ${ANY} a`, `?maybe-flag ${ANY}, read ${ANY}, read a`],
]);

cases("loose", { because: "x", style: "loose", flags: ["-n"], operands: ["text..."] }, [
  ["echo -n -x --y -- z", "text -x, text --y, text --, text z"],
  [`echo ${ANY} -${ANY}`, `text ${ANY}, text -${ANY}`],
]);

cases("expression", { because: "x", style: "expression", operands: ["text..."] }, [
  ["test -f a -a ! -e b", "text -f, text a, text -a, text !, text -e, text b"],
  [`test -n ${ANY}`, `text -n, text ${ANY}`],
]);

cases(
  "patterns of flags",
  { because: "x", flags: ["-NUM", "+NUM", "-D*", "-I*=exec", "-I=exec", "-L*=exec", "-v", "--with-*"] },
  [
    ["head -20", ""],
    [`head -${NUMBER}`, ""],
    ["head +5", ""],
    ["head -20x", "?flag -20x"],
    ["cc -Dfoo=bar", "-D* text foo=bar"],
    ["cc -vDfoo", "-D* text foo"],
    ["cc -D", "-D* text"],
    ["cc -vD x", "?operand x"],
    ["ld -L x", "?flag -L, ?operand x"],
    ["cc -Ilib -I src", "-I* exec lib, -I exec src"],
    ["cc --with-x=y", "--with-* text x=y"],
  ],
);

cases("a plus", { because: "x", flags: ["+*=code:vim", "-u=exec"], operands: ["edit..."] }, [
  ["vim +q a", "+* code:vim q, edit a"],
  ["vim -- +q", "edit +q"],
]);

cases("options that end options", { because: "x", lang: "python", style: "posix", flags: ["-c=code --", "-u"] }, [
  ["python -u -c print() -u", "-c code print(), ?operand -u"],
]);

cases("a flag that takes the rest", { because: "x", flags: ["-e=argv", "-v"] }, [
  ["term -v -e rm -v x", "[rm -v x]"],
  ["term -erm x", "[rm x]"],
]);

cases(
  "cp",
  {
    because: "x",
    flags: ["-t=write", "-r"],
    operands: ["read...", "write"],
    when: [{ flags: ["-t"], operands: ["read..."] }],
  },
  [
    ["cp a b c", "read a, read b, write c"],
    ["cp -t d a b", "-t write d, read a, read b"],
    ["cp a", "write a"],
  ],
);

cases("too many operands", { because: "x", operands: ["text"] }, [["x a b", "text a, ?operand b"]]);

cases("what is not known", sort, [
  [`sort ${ANY}`, `?maybe-flag ${ANY}, read ${ANY}`],
  [`sort ${ANY}/x`, `?maybe-flag ${ANY}/x, read ${ANY}/x`],
  [`sort -- ${ANY}`, `read ${ANY}`],
  [`sort ./${ANY}`, `read ./${ANY}`],
  [`sort ${NAME} ${BELOW} ${NUMBER} ${FRESH}`, `read ${NAME}, read ${BELOW}, read ${NUMBER}, read ${FRESH}`],
  [`sort --output=${ANY}`, `-o write ${ANY}`],
  [`sort --output ${ANY}`, `-o write ${ANY}`],
  [`sort -o${ANY}`, `-o write ${ANY}`],
  [`sort -no${ANY}`, `-o write ${ANY}`],
  [`sort --out${ANY}`, `?flag --out${ANY}`],
  [`sort --out${ANY}=x`, `?flag --out${ANY}=x`],
  [`sort -n${ANY}`, `?flag -n${ANY}`],
  [`sort -${ANY}`, `?flag -${ANY}`],
  [`sort --${ANY}`, `?flag --${ANY}`],
]);

const git: Row = {
  because: "reads and changes the repository",
  style: "long",
  flags: ["-C=cd", "-c=key=value", "-p"],
  when: [
    { value: { "-c": "!(user.*)" }, effect: "rewire", id: "git-config" },
    { count: 0, effect: "destroy" },
  ],
  sub: {
    status: { because: "shows", also: ["st"], flags: ["-s", "-c"] },
    push: {
      because: "sends",
      instead: "Ask.",
      effect: "remote",
      flags: ["-f|--force", "-n|--[no-]dry-run"],
      dry: ["-n"],
      operands: ["repository?", "refspec..."],
      when: [
        { flags: ["--force"], id: "git-push-force", effect: "remote", because: "rewrites", instead: "Don't." },
        { operand: "+*", effect: "discard" },
      ],
    },
    remote: {
      because: "names",
      sub: { add: { effect: "edit", operands: ["text", "url"] }, rm: { operands: ["text"] } },
    },
  },
};

cases("subcommands", git, [
  ["git status -s", ""],
  ["git -C d status", "-C cd d"],
  ["git status -C d", "-C cd d"],
  ["git -c a=b status -c", "-c key=value a=b"],
  ["git frob x", "?subcommand frob"],
  [`git ${ANY} x`, `?maybe-flag ${ANY}, ?subcommand ${ANY}`],
  [`git ${NAME} x`, `?subcommand ${NAME}`],
  ["git remote add o url", "text o, url url"],
  ["git remote", ""],
  ["git remote frob", "?subcommand frob"],
  ["git push origin main dev", "repository origin, refspec main, refspec dev"],
  ["git --help push", "help"],
  ["git push --help", "help"],
  ["git push origin --help", "repository origin"],
  ["git push --frob --help", "?flag --frob"],
  ["git push -- --help", "repository --help"],
  ["git -C --help status", "-C cd --help"],
  ["git push -n o", "dry, repository o"],
  ["git push -n --no-dry-run o", "repository o"],
]);

test.each([
  ["git st", ["git", "status"], "git-status"],
  ["git push", ["git", "push"], "git-push"],
  ["git remote add", ["git", "remote", "add"], "git-remote-add"],
])("%s is named", (line, path, id) => {
  expect(read(git, line)).toMatchObject({ path, id });
});

test.each([
  ["git status", "observe@0 git-status"],
  ["git push", "remote@0 git-push"],
  ["git push -f", "remote@0 git-push, remote@2 git-push-force"],
  ["git push --force o +x", "remote@0 git-push, remote@2 git-push-force, discard@4 git-push"],
  [`git push o ${ANY}`, "remote@0 git-push, discard@3 git-push"],
  ["git push -n --force o", "observe@0 git-push, observe@3 git-push-force"],
  ["git -c core.pager=x status", "observe@0 git-status, rewire@1 git-config"],
  ["git -c user.name=x status", "observe@0 git-status"],
  ["git -c user.name=x -c core.pager=x status", "observe@0 git-status, rewire@1 git-config"],
  [`git -c ${ANY} status`, "observe@0 git-status, rewire@1 git-config"],
  ["git -c core.pager=x push -n", "observe@0 git-push, rewire@1 git-config"],
  ["git remote add a b", "edit@0 git-remote-add"],
])("%s claims %s", (line, is) => {
  expect(effects(read(git, line))).toBe(is);
});

test("a claim says what its condition says, else what the row says", () => {
  expect(read(git, "git push -f o +x").claims).toEqual([
    { id: "git-push", effect: "remote", because: "sends", instead: "Ask.", index: 0, certain: true },
    { id: "git-push-force", effect: "remote", because: "rewrites", instead: "Don't.", index: 2, certain: true },
    { id: "git-push", effect: "discard", because: "sends", instead: "Ask.", index: 4, certain: true },
  ]);
});

test("a row with subcommands and operands takes other words for operands", () => {
  const yarn: Row = {
    because: "x",
    operands: ["package-script", "text..."],
    sub: { add: { operands: ["package..."] } },
  };
  expect(said(read(yarn, "yarn add x"))).toBe("package x");
  expect(said(read(yarn, "yarn build add"))).toBe("package-script build, text add");
  expect(said(read(yarn, `yarn ${NAME}`))).toBe(`?subcommand ${NAME}`);
});

const curl: Row = {
  because: "fetches",
  effect: "remote",
  flags: ["-X=text", "-d=send", "-G", "-o!edit", "-K=read"],
  operands: ["url..."],
  stdout: "fetched",
  network: true,
  when: [
    { flags: ["-d"], absent: ["-G"], effect: "remote", replace: true, stdout: "own", network: true },
    { value: { "-X": "GET" }, effect: "fetch", replace: true, network: false },
    { absent: ["-X", "-d"], effect: "fetch", replace: true },
    { count: "2+", effect: "reach" },
    { first: "http:*", second: "*", effect: "disclose", id: "plain" },
  ],
};

test.each([
  ["curl u", "fetch@0 curl"],
  ["curl -o u", "fetch@0 curl, edit@1 curl"],
  ["curl -X GET u", "fetch@1 curl"],
  ["curl -X POST u", "remote@0 curl"],
  ["curl -X GET -X POST u", "remote@0 curl"],
  [`curl -X ${ANY} u`, "remote@0 curl"],
  ["curl -d a u", "remote@1 curl"],
  ["curl -d a -G u", "remote@0 curl"],
  ["curl -d a -X GET u", "remote@1 curl"],
  ["curl u v", "fetch@0 curl, reach@0 curl"],
  ["curl http:u v", "fetch@0 curl, reach@0 curl, disclose@1 plain"],
])("%s claims %s", (line, is) => {
  expect(effects(read(curl, line))).toBe(is);
});

test("conditions change streams and network, the first that holds", () => {
  expect(read(curl, "curl u")).toMatchObject({ stdout: "fetched", network: true });
  expect(read(curl, "curl -d a u")).toMatchObject({ stdout: "own", network: true });
  expect(read(curl, "curl -X GET u")).toMatchObject({ stdout: "fetched", network: false });
  expect(read(curl, `curl -X ${ANY} u`)).toMatchObject({ network: true });
});

const python: Row = {
  because: "runs Python",
  lang: "python",
  style: "posix",
  stdin: "code",
  flags: ["-c=code --", "-m=text --", "-W=exec", "-u"],
  operands: ["script?", "text..."],
  when: [
    { flags: ["-m"], stdin: "data", operands: ["text..."] },
    { flags: ["-c"], operands: ["text..."] },
  ],
};

test.each([
  ["python", "code"],
  ["python -u", "code"],
  ["python -", "code"],
  ["python - a", "code"],
  ["python -W x", "code"],
  ["python a.py", "data"],
  ["python -c x", "data"],
  ["python -m x", "data"],
])("standard input of %s is %s", (line, stdin) => {
  expect(read(python, line)).toMatchObject({ stdin, lang: "python" });
});

cases("python", python, [
  ["python -c x -u y", "-c code x, text -u, text y"],
  ["python a.py --help", "script a.py, text --help"],
  ["python -u --help", "help"],
  ["python -c x --help", "-c code x, text --help"],
  ["python --help -c x", "-c code x"],
]);

const rsync: Row = {
  because: "copies",
  effect: "edit",
  flags: ["-n|--dry-run?=text", "--delete!remove", "-e=program!foreign-code"],
  dry: ["--dry-run", "--dry-run=client"],
  operands: ["read...", "delete-tree"],
};

cases("dry runs", rsync, [
  ["rsync -n a b", "dry, read a, stat b"],
  ["rsync --dry-run=client a b", "dry, -n text client, read a, stat b"],
  ["rsync --dry-run=none a b", "-n text none, read a, delete-tree b"],
  ["rsync --dry-run --dry-run=none a b", "-n text none, read a, delete-tree b"],
  ["rsync a b -- -n", "read a, read b, delete-tree -n"],
]);

test("a dry run does nothing itself, but still runs what its flags bring in", () => {
  expect(effects(read(rsync, "rsync -n --delete -e x a b"))).toBe(
    "observe@0 rsync, observe@2 rsync, foreign-code@3 rsync",
  );
});

const helm: Row = {
  because: "installs",
  style: "long",
  effect: "remote",
  flags: ["--dry-run", "--force!discard", "--no-hooks"],
  dry: ["--dry-run"],
  when: [
    { flags: ["--no-hooks"], effect: "edit", replace: true },
    { absent: ["--no-hooks"], effect: "foreign-code" },
  ],
};

test.each([
  ["helm", "remote@0 helm, foreign-code@0 helm"],
  ["helm --force=false --no-hooks=true", "edit@2 helm"],
  ["helm --force=true --no-hooks", "edit@2 helm, discard@1 helm"],
  ["helm --no-hooks=false", "remote@0 helm, foreign-code@0 helm"],
  ["helm --no-hooks --no-hooks=false", "remote@0 helm, foreign-code@0 helm"],
  ["helm --dry-run --no-hooks", "observe@2 helm"],
  ["helm --dry-run=false --no-hooks", "edit@2 helm"],
  ["helm --dry-run --dry-run=false --no-hooks", "edit@3 helm"],
])("%s claims %s", (line, is) => {
  const invocation = read(helm, line);
  expect(effects(invocation)).toBe(is);
  expect(invocation.unknown).toEqual([]);
});

test("flags are told by their first spelling and where they stand first", () => {
  expect([...read(sort, "sort --reverse a -nr --out=x").flags]).toEqual([
    ["-r", 1],
    ["-n", 3],
    ["-o", 4],
  ]);
});

test("a row's assignments are told where they are made", () => {
  const mise: Row = {
    because: "x",
    flags: ["--env=env"],
    operands: ["env..."],
    sets: [
      { operands: true, scope: "next-line" },
      { flag: "--env", scope: "tool" },
    ],
  };
  expect(read(mise, "set A=1").sets).toHaveLength(1);
  expect(read(mise, "set --env B=1 A=1").sets).toHaveLength(2);
});

test("inherited keys come from the nearest row that has them", () => {
  const row: Row = {
    because: "outer",
    cwd: false,
    elsewhere: true,
    network: true,
    lang: "sql",
    effect: "remote",
    stdout: "own",
    sub: { a: { network: false, sub: { b: { because: "inner" } } } },
  };
  expect(read(row, "x a")).toMatchObject({
    because: "outer",
    cwd: false,
    elsewhere: true,
    network: false,
    lang: "sql",
  });
  expect(read(row, "x a b")).toMatchObject({ because: "inner", network: false, stdout: "input" });
  expect(effects(read(row, "x a b"))).toBe("observe@0 x-a-b");
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("%s is no subcommand and no flag", (word) => {
  expect(said(read(git, `git ${word}`))).toBe(`?subcommand ${word}`);
  expect(said(read(git, `git status --${word}`))).toBe(`?flag --${word}`);
});

test("a row that breaks every rule is still read", () => {
  const row: Row = {
    flags: ["", "-a|", "--x=nothing"],
    operands: ["nothing"],
    style: "odd",
    when: [{ flags: ["-q"] }],
  };
  expect(said(read(row, "x --x a"))).toBe("?flag --x, ?operand a");
  expect(invoke("x", row, []).path).toEqual(["x"]);
});
