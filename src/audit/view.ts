/** A text as something reads it (a shell without its quotes, an address decoded), and where each character of it stands in the source. */

export interface View {
  readonly text: string;
  /** Per character, where it begins in the source and where it ends; undefined: the source itself. */
  readonly from?: ArrayLike<number>;
  readonly to?: ArrayLike<number>;
}

export const startOf = ({ from }: View, index: number): number => from?.[index] ?? index;
export const endOf = ({ to }: View, index: number): number => to?.[index] ?? index + 1;

/** Puts a view together, from pieces of one that it is read in. */
export class Builder {
  readonly #in: View;
  readonly #text: string[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  constructor(view: View) {
    this.#in = view;
  }
  /** `text` is what stands between `start` and `end`. */
  add(text: string, start: number, end: number): void {
    this.#text.push(text);
    for (let i = 0; i < text.length; i++) {
      this.#from.push(startOf(this.#in, start));
      this.#to.push(endOf(this.#in, end - 1));
    }
  }
  get size(): number {
    return this.#from.length;
  }
  done(): View {
    return { text: this.#text.join(""), from: this.#from, to: this.#to };
  }
}

/** Every match of `pattern` decoded; undefined when there is none. */
export function decoded(view: View, pattern: RegExp, decode: (match: RegExpExecArray) => string): View | undefined {
  const builder = new Builder(view);
  let last = 0;
  const plain = (end: number) => {
    for (let i = last; i < end; i++) builder.add(view.text[i] as string, i, i + 1);
  };
  for (const match of view.text.matchAll(pattern)) {
    plain(match.index);
    last = match.index + match[0].length;
    builder.add(decode(match), match.index, last);
  }
  if (last === 0) return undefined;
  plain(view.text.length);
  return builder.done();
}
