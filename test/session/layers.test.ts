import { expect, test } from "vitest";
import { createRandom } from "../../scripts/differential/random.ts";
import { type LayeredMap, layered } from "../../src/session/layers.ts";

const sorted = (map: ReadonlyMap<string, number>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

test("copies stay apart, as copies of plain maps do", () => {
  const { below } = createRandom(5);
  const pairs: { own: LayeredMap<number>; plain: Map<string, number> }[] = [{ own: layered(), plain: new Map() }];
  for (let i = 0; i < 5_000; i++) {
    const { own, plain } = pairs[below(pairs.length)] as (typeof pairs)[number];
    const key = `k${below(40)}`;
    if (below(10) === 0) {
      pairs.push({ own: own.copy(), plain: new Map(plain) });
      if (pairs.length > 12) pairs.splice(below(pairs.length), 1);
    } else if (below(3) === 0) {
      own.delete(key);
      plain.delete(key);
    } else {
      own.set(key, i);
      plain.set(key, i);
    }
    expect(own.get(key)).toBe(plain.get(key));
    expect(own.has(key)).toBe(plain.has(key));
    if (i % 50 === 0)
      for (const pair of pairs) {
        expect(sorted(pair.own)).toEqual(sorted(pair.plain));
        expect(pair.own.size).toBe(pair.plain.size);
      }
  }
  for (const a of pairs)
    for (const b of pairs) {
      const named = a.own.differing(b.own);
      const differ = [...new Set([...a.plain.keys(), ...b.plain.keys()])].filter(
        (k) => a.plain.get(k) !== b.plain.get(k),
      );
      expect(differ.filter((key) => !named.has(key))).toEqual([]);
    }
});

test("maps that were the same and stayed so differ in nothing", () => {
  const map = layered(new Map([["a", 1]]));
  map.set("b", 2);
  const copy = map.copy();
  expect(copy.differing(map).size).toBe(0);
  copy.set("c", 3);
  expect([...copy.differing(map)]).toEqual(["c"]);
});

test("the map it is made from is left alone", () => {
  const from = new Map([["a", 1]]);
  const map = layered(from);
  map.delete("a");
  map.set("b", 2);
  expect([...from]).toEqual([["a", 1]]);
  expect([...map]).toEqual([["b", 2]]);
});
