/** What PHP one-liners do. */

import { expect, test } from "vitest";
import { php } from "../../../src/judge/code/php.ts";
import { ANY } from "../../../src/session/value.ts";

test.each([
  "echo PHP_VERSION;",
  "echo 1 + 2, PHP_EOL;",
  "phpinfo();",
  'print_r(json_decode(file_get_contents("php://stdin"), true)["x"]);',
  '$x = [1, 2]; foreach ($x as $y) { echo "$y\\n"; }',
  "echo json_decode('{}')->a ?? 1;",
  "echo date('Y-m-d');",
  "var_dump(extension_loaded('json')); // system('id')",
])("%j only computes and prints", (program) => {
  const { certain, runs, reads, writes, deletes, loads, because } = php(program);
  expect({ certain, runs, reads, writes, deletes, loads, because }).toEqual({
    certain: true,
    runs: [],
    reads: [],
    writes: [],
    deletes: [],
    loads: [],
    because: undefined,
  });
});

test.each([
  ["system('rm -rf /');", { runs: [{ kind: "line", text: "rm -rf /" }] }],
  ["echo `id`;", { runs: [{ kind: "line", text: "id" }] }],
  ["echo SHELL_EXEC('i' . 'd');", { runs: [{ kind: "line", text: "id" }] }],
  ["echo file_get_contents('composer.json');", { certain: true, reads: ["composer.json"] }],
  ["readfile($argv[1]);", { certain: true, reads: [ANY] }],
  ["file_put_contents('out', 'x');", { certain: true, writes: ["out"] }],
  ["unlink(getenv('HOME') . '/x');", { certain: true, deletes: ["~/x"] }],
  ["require 'vendor/autoload.php';", { certain: true, loads: ["vendor/autoload.php"] }],
])("%j has a known reach", (program, does) => {
  expect(php(program)).toMatchObject(does);
});

test.each([
  "eval('x');",
  "$f = 'system'; $f('id');",
  "'system'('id');",
  "('sys' . 'tem')('id');",
  "array_map('system', ['id']);",
  "call_user_func('system', 'id');",
  "system($argv[1]);",
  'system("ls $x");',
  'echo "{$x(1)}";',
  'echo "$' + "{system('id')}\";",
  "(new X)->run();",
  "X::run();",
  "\\system('id');",
  "file_get_contents('https://example.org');",
  "preg_replace_callback('/x/', 'system', 'x');",
  "fsockopen('h', 1);",
  "echo <<<X\nx\nX;",
  "?> <?php system('id');",
  "assert('x');",
  "echo 'unfinished",
  "putenv('PATH=/tmp');",
])("%j is not certain", (program) => {
  expect(php(program)).toMatchObject({ certain: false, because: expect.stringMatching(/./) });
});
