/** What Ruby one-liners do. */

import { describe, expect, test } from "vitest";
import { ruby } from "../../../src/judge/code/ruby.ts";
import { ANY } from "../../../src/session/value.ts";

test.each([
  "puts RUBY_VERSION",
  "puts 1 + 1",
  "require 'json'; puts JSON.parse(STDIN.read)['x']",
  "puts $_ if /x/",
  "puts [1, 2].map { |x| x * 2 }.join(', ')",
  'x = 3; puts "#{x} is #{x + 1}"',
  "puts %w[a b].map(&:upcase)",
  "puts ENV['HOME'], ARGV[0]",
  "$_.gsub!(/a/, 'b')",
  "puts Time.now.strftime('%Y')",
  "puts File.exist?('x')",
  "puts JSON.pretty_generate({a: 1, 'b' => 2})",
  "# system 'id'\nputs 'system'",
])("%j only computes and prints", (program) => {
  const { certain, runs, reads, writes, deletes, loads, because } = ruby(program);
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

describe("a program with a known reach", () => {
  test.each([
    ["system('rm -rf /')", { runs: [{ kind: "line", text: "rm -rf /" }] }],
    ["system 'rm', '-rf', '/'", { runs: [{ kind: "argv", text: ["rm", "-rf", "/"] }] }],
    ["puts `id`", { runs: [{ kind: "line", text: "id" }] }],
    ["puts %x(id)", { runs: [{ kind: "line", text: "id" }] }],
    ['exec "ls" if true', { runs: [{ kind: "line", text: "ls" }] }],
    ["puts File.read('a')", { reads: ["a"] }],
    ["puts File.read(ARGV[0])", { reads: [ANY] }],
    ["File.write('out', 'x')", { writes: ["out"] }],
    ["require 'fileutils'; FileUtils.rm_rf(Dir.home)", { deletes: ["~"] }],
    ["require 'fileutils'; FileUtils.rm_rf(File.expand_path('~/x'))", { deletes: ["~/x"] }],
    ["File.delete('a', 'b')", { deletes: ["a", "b"] }],
    ["require './lib'", { loads: ["./lib"] }],
  ])("%j", (program, does) => {
    expect(ruby(program)).toMatchObject(does);
  });
});

test.each([
  "eval 'x'",
  'system("rm #{x}")',
  "`rm #{ARGV[0]}`",
  "Kernel.send(:system, 'id')",
  "[1].each(&:instance_eval)",
  "['id'].each(&method(:system))",
  "[1, 'code'].inject(:instance_eval)",
  "open('|id')",
  "IO.read('|id')",
  "IO.readlines('|id')",
  "Object.const_get('Kernel')",
  "load 'x.rb'",
  "puts <<~EOT\nx\nEOT",
  "ENV['PATH'] = '/tmp'; system 'ls'",
  "\"#{system('id' + x)}\"",
  "require x",
  "fork",
  "Process.kill(9, 1)",
  "puts 'unfinished",
  "require 'socket'; TCPSocket.new('h', 1)",
])("%j is not certain", (program) => {
  expect(ruby(program)).toMatchObject({ certain: false, because: expect.stringMatching(/./) });
});
