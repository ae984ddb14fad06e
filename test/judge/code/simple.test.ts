/** Languages of which only names are known. */

import { expect, test } from "vitest";
import { inline } from "../../../src/judge/code/inline.ts";

const sure = [
  ["lua", "print(1+1)"],
  ["lua", 'for i=1,3 do print(string.format("%d", i)) end'],
  ["lua", 'local t = {3,1,2}; table.sort(t); print(table.concat(t, ","))'],
  ["lua", 'for l in io.lines("notes.md") do print(#l) end'],
  ["lua", 'print(os.date("%Y"), ("x"):rep(3), _VERSION)'],
  ["lua", "print(jit.version)"],
  ["elixir", "IO.puts(Enum.sum(1..10))"],
  ["elixir", 'IO.inspect(String.split("a b c"))'],
  ["elixir", "1..5 |> Enum.map(&(&1 * 2)) |> IO.inspect()"],
  ["elixir", 'Enum.each(1..3, fn x -> IO.puts("n: #{x * 2}") end)'],
  ["elixir", "IO.puts System.version"],
  ["elixir", 'File.read!("notes.md") |> String.split("\\n") |> length() |> IO.puts()'],
  ["julia", "println(sum(1:100))"],
  ["julia", "using Statistics; println(mean([1,2,3]))"],
  ["julia", "using Pkg; Pkg.status()"],
  ["julia", "f(x) = x^2 + 1; println(f.(1:3))"],
  ["julia", 'for i in 1:3; println("i = $i $(i^2)"); end'],
  ["julia", "@time sum(rand(10^6))"],
  ["julia", "2^10"],
  ["r", "summary(read.csv('data.csv'))"],
  ["r", "x <- c(1,2,3); mean(x); sd(x)"],
  ["r", 'df <- read.csv("data.csv"); print(aggregate(v ~ k, df, mean))'],
  ["r", "sessionInfo()"],
  ["r", 'library(dplyr); read.csv("a.csv") %>% group_by(city) %>% summarise(n = n(), avg = mean(price)) %>% print()'],
  ["r", 'd <- read.csv("a.csv"); write.csv(d[d$x > 3, ], "out.csv", row.names=FALSE)'],
  ["r", 'cat(R.version.string, "\\n")'],
  ["r", "sapply(1:3, function(i) i^2)"],
  ["r", 'packageVersion("ggplot2")'],
  ["octave", "disp(inv([1 2;3 4]))"],
  ["octave", "A = magic(3); disp(A')"],
  ["dc", "2 100 ^ p"],
  ["r", "sapply(list(1:3), mean)"],
  ["r", "Reduce(function(a, b) a + b, 1:5)"],
  ["r", 'png("plot.png"); dev.off()'],
  ["julia", 'x = 3; println("x is $x and $(x + 1)")'],
  ["lua", "function f(n) if n < 2 then return n end return f(n-1) + f(n-2) end print(f(10))"],
] as const;

test.each(sure)("%s: %s is followed", (language, program) => {
  expect(inline(language, program)).toMatchObject({ certain: true, runs: [], deletes: [], network: false });
});

const open = [
  ["lua", 'os.execute("id")'],
  ["lua", 'os["execute"]("id")'],
  ["lua", 'local o = os; o.execute("id")'],
  ["lua", 'load("os.execute(1)")()'],
  ["lua", 'io.popen("id"):read("*a")'],
  ["lua", 'require("x")'],
  ["lua", '_G["os"]["execute"]("id")'],
  ["lua", 'local f = string.dump; getmetatable("").__index.x()'],
  ["elixir", 'System.cmd("id", [])'],
  ["elixir", 'm = System; m.cmd("id", [])'],
  ["elixir", ':os.cmd(~c"id")'],
  ["elixir", ':os.cmd("id")'],
  ["elixir", 'IO.puts("#{System.cmd("id", [])}")'],
  ["elixir", 'IO.puts("#{:os.cmd(1)}")'],
  ["elixir", 'apply(System, :cmd, ["id", []])'],
  ["elixir", 'Enum.map(["id"], &System.shell/1)'],
  ["elixir", 'File.rm_rf!("src")'],
  ["elixir", 'import System; cmd("id", [])'],
  ["elixir", 'Code.eval_string("1")'],
  ["julia", "run(`id`)"],
  ["julia", 'r = run; r(Cmd(["id"]))'],
  ["julia", 'println("$(run(`id`))")'],
  ["julia", 'println("$(run(Cmd([\\"id\\"])))")'],
  ["julia", 'eval(Meta.parse("1"))'],
  ["julia", 'rm("src", recursive=true)'],
  ["julia", 'include("/tmp/x.jl")'],
  ["julia", "Base.run(x)"],
  ["julia", "getfield(Base, :run)(`id`)"],
  ["julia", 'using Pkg; Pkg.add("X")'],
  ["julia", "map(run, [1])"],
  ["r", 'system("id")'],
  ["r", 'f <- system; f("id")'],
  ["r", 'sapply("id", system)'],
  ["r", 'sapply("id", "system")'],
  ["r", 'do.call("system", list("id"))'],
  ["r", 'base::system("id")'],
  ["r", 'get("system")("id")'],
  ["r", 'eval(parse(text="1"))'],
  ["r", 'source("/tmp/x.R")'],
  ["r", 'read.csv(pipe("id"))'],
  ["r", 'unlink("src", recursive=TRUE)'],
  ["r", 'install.packages("x")'],
  ["r", 'system2("id")'],
  ["r", 'match.fun("system")("id")'],
  ["r", 'sapply("id", paste0("sys","tem"))'],
  ["r", '(\\(f) f("id"))(system)'],
  ["r", '`system`("id")'],
  ["r", 'Sys.setenv(PATH="x")'],
  ["r", 'readLines(pipe("id"))'],
  ["r", 'library(processx); run("id")'],
  ["octave", 'system("id")'],
  ["octave", "!id"],
  ["octave", 'x = @system; x("id")'],
  ["octave", 'eval("1")'],
  ["octave", 'feval("system", "id")'],
  ["octave", 'unlink("x")'],
  ["dc", "!id"],
  ["dc", "[id]?"],
  ["r", 'f <- paste0("sys","tem"); sapply("id", f)'],
  ["r", 'Map(system, "id")'],
  ["r", 'sapply("id", FUN=system)'],
  ["r", "sapply(mean, f)"],
  ["elixir", 'IO.puts("#{%{a: System.cmd("id", [])}.a}")'],
  ["lua", 'print(io.open("/etc/shadow"):read("*a"))'],
  ["julia", 'open("/etc/x", "w")'],
  ["r", 'cat("x", file="/etc/x")'],
] as const;

test.each(open)("%s: %s may do anything", (language, program) => {
  expect(inline(language, program).certain).toBe(false);
});

test("files are told by their names", () => {
  expect(inline("r", 'd <- read.csv("a.csv"); write.csv(d, "b.csv")')).toMatchObject({
    certain: true,
    reads: ["a.csv"],
    writes: ["b.csv"],
  });
  expect(inline("lua", 'for l in io.lines("/etc/shadow") do print(l) end').reads).toEqual(["/etc/shadow"]);
  expect(inline("elixir", 'File.read!("/etc/shadow") |> IO.puts').reads).toEqual(["/etc/shadow"]);
  expect(inline("r", "read.csv(paste0(a, b))").reads).toEqual(["\ud800"]);
});
