/** Where a word stands, which decides what quotes and backslashes mean in it. */

export interface Place {
  readonly quoting: "bare" | "double" | "here";
  /** Inside `${…}`, at any depth. */
  readonly inParameter: boolean;
  /** Inside `${…}` that itself stands in double quotes or a here-document. */
  readonly inDoubleParameter: boolean;
  /** Inside arithmetic or a subscript, also through a substitution. */
  readonly inArithmetic: boolean;
  /** A pattern, where extended globs always count. */
  readonly pattern: boolean;
}

export const PLAIN: Place = {
  quoting: "bare",
  inParameter: false,
  inDoubleParameter: false,
  inArithmetic: false,
  pattern: false,
};

export const PATTERN: Place = { ...PLAIN, pattern: true };
