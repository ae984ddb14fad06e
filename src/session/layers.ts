/** A map that is copied without being walked through: copies share what they had in common and keep apart what came after. */

/** A name that a lower layer has and this one takes away. */
const GONE = Symbol("gone");

/** Always answers the same for a key, and is the same function for the same question. */
type Test = (key: string) => boolean;

interface Layer<V> {
  readonly own: ReadonlyMap<string, V | typeof GONE>;
  readonly below: Layer<V> | undefined;
}

export interface LayeredMap<V> extends ReadonlyMap<string, V> {
  set(key: string, value: V): void;
  delete(key: string): void;
  copy(): LayeredMap<V>;
  /** Keys that one of the two has set or deleted since they were the same. */
  differing(other: LayeredMap<V>): Set<string>;
  /** The layers beneath what was set last. */
  layers(): Layer<V> | undefined;
  /** Whether nothing was ever set in it; its size would have to be counted. */
  isBare(): boolean;
  /** Keys that pass a test, some of them perhaps deleted again. What copies share is tested once. */
  keysThat(test: Test): readonly string[];
  /** What is written of it. */
  toJSON(): ReadonlyMap<string, V>;
}

export function layered<V>(from?: ReadonlyMap<string, V>): LayeredMap<V> {
  if (from === undefined) return over<V>(undefined);
  if (isLayered(from)) return from.copy();
  return over<V>(from.size === 0 ? undefined : { own: from, below: undefined });
}

function isLayered<V>(map: ReadonlyMap<string, V>): map is LayeredMap<V> {
  return "differing" in map;
}

/** Layers double in size from the top down, so that there are few, and each entry is merged few times. */
function push<V>(own: Map<string, V | typeof GONE>, below: Layer<V> | undefined): Layer<V> {
  let top = own;
  let rest = below;
  while (rest !== undefined && rest.own.size <= top.size) {
    top = new Map([...rest.own, ...top]);
    rest = rest.below;
  }
  if (rest === undefined) for (const [key, value] of top) if (value === GONE) top.delete(key);
  return { own: top, below: rest };
}

interface Layered<V> {
  below: Layer<V> | undefined;
  /** Set since the last copy. */
  own: Map<string, V | typeof GONE> | undefined;
  /** All of it as one map, while nothing changes. */
  whole: ReadonlyMap<string, V> | undefined;
}

function settle<V>(m: Layered<V>): Layer<V> | undefined {
  if (m.own !== undefined) m.below = push(m.own, m.below);
  m.own = undefined;
  return m.below;
}

function find<V>(m: Layered<V>, key: string): V | typeof GONE | undefined {
  let value = m.own?.get(key);
  for (let layer = m.below; value === undefined && layer !== undefined; layer = layer.below) value = layer.own.get(key);
  return value;
}

function write<V>(m: Layered<V>, key: string, value: V | typeof GONE): void {
  m.own ??= new Map();
  m.own.set(key, value);
  m.whole = undefined;
}

function flat<V>(m: Layered<V>): ReadonlyMap<string, V> {
  if (m.whole !== undefined) return m.whole;
  const layers: ReadonlyMap<string, V | typeof GONE>[] = m.own === undefined ? [] : [m.own];
  for (let layer = m.below; layer !== undefined; layer = layer.below) layers.push(layer.own);
  const out = new Map<string, V>();
  for (const layer of layers.reverse())
    for (const [key, value] of layer)
      if (value === GONE) out.delete(key);
      else out.set(key, value);
  m.whole = out;
  return out;
}

function differing<V>(a: Layer<V> | undefined, b: Layer<V> | undefined): Set<string> {
  const keys = new Set<string>();
  if (a === b) return keys;
  const layersOf = (layer: Layer<V> | undefined) => {
    const out = new Set<Layer<V>>();
    for (let at = layer; at !== undefined; at = at.below) out.add(at);
    return out;
  };
  const ofA = layersOf(a);
  const ofB = layersOf(b);
  for (const layer of ofA) if (!ofB.has(layer)) for (const key of layer.own.keys()) keys.add(key);
  for (const layer of ofB) if (!ofA.has(layer)) for (const key of layer.own.keys()) keys.add(key);
  return keys;
}

const tested = new WeakMap<Test, WeakMap<object, readonly string[]>>();

/** Keys that pass a test, of something that does not change: they are tested once. */
export function keysThat(from: { keys(): Iterable<string> }, test: Test): readonly string[] {
  const known = tested.get(test) ?? new WeakMap<object, readonly string[]>();
  tested.set(test, known);
  const keys = known.get(from) ?? [...from.keys()].filter(test);
  known.set(from, keys);
  return keys;
}

type Methods<V> = LayeredMap<V> & ThisType<Layered<V>>;

/** Shared by all, since a shell's state is copied at every branch of a line. */
function methodsOf<V>(): Methods<V> {
  return {
    get(key) {
      const value = find(this, key);
      return value === GONE ? undefined : value;
    },
    has(key) {
      const value = find(this, key);
      return value !== undefined && value !== GONE;
    },
    set(key, value) {
      write(this, key, value);
    },
    delete(key) {
      const value = find(this, key);
      if (value !== undefined && value !== GONE) write(this, key, GONE);
    },
    copy() {
      return over(settle(this));
    },
    differing(other) {
      return differing(settle(this), other.layers());
    },
    layers() {
      return settle(this);
    },
    isBare() {
      return this.own === undefined && this.below === undefined;
    },
    keysThat(test) {
      const keys: string[] = [];
      for (let layer = settle(this); layer !== undefined; layer = layer.below)
        for (const key of keysThat(layer.own, test)) keys.push(key);
      return keys;
    },
    get size() {
      return flat(this).size;
    },
    keys() {
      return flat(this).keys();
    },
    values() {
      return flat(this).values();
    },
    entries() {
      return flat(this).entries();
    },
    forEach(visit) {
      flat(this).forEach(visit);
    },
    toJSON() {
      return flat(this);
    },
    [Symbol.iterator]() {
      return flat(this)[Symbol.iterator]();
    },
  };
}

const methods = methodsOf<unknown>();

function over<V>(below: Layer<V> | undefined): LayeredMap<V> {
  const map = Object.create(methods);
  map.below = below;
  map.own = undefined;
  map.whole = undefined;
  return map;
}
