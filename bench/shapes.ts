/** Lines in which much of one thing comes together: name → a line of about so many bytes. */

const many = (bytes: number, piece: (i: number) => string, between = ""): string => {
  const pieces: string[] = [];
  for (let i = 0, length = 0; length < bytes; i++) {
    const next = piece(i);
    pieces.push(next);
    length += next.length + between.length;
  }
  return pieces.join(between);
};

export const shapes: { readonly [name: string]: (bytes: number) => string } = {
  commands: (n) => many(n, () => "ls;"),
  pipes: (n) => many(n, () => "cat", "|"),
  words: (n) => `echo ${many(n, () => "word ")}`,
  "a long word": (n) => `echo ${many(n, () => "x")}`,
  assignments: (n) => many(n, (i) => `V${i}=x;`),
  exports: (n) => many(n, (i) => `export V${i}=x;`),
  "exports and programs": (n) => many(n / 2, (i) => `export V${i}=x;`) + many(n / 2, () => "make;"),
  branches: (n) => many(n, (i) => `if x; then V${i}=a; fi;`),
  "here-documents": (n) => many(n, () => "cat <<E\nx\nE\n"),
  "nested quotes": (n) => `echo ${'"$(echo '.repeat(n / 20)}x${')"'.repeat(n / 20)}`,
  "functions and calls": (n) => `${many(n / 2, (i) => `f${i}() { ls; };`)}${many(n / 2, (i) => `f${i};`)}`,
  "aliases and calls": (n) => `${many(n / 2, (i) => `alias a${i}=ls\n`)}${many(n / 2, (i) => `a${i}\n`)}`,
  "elements of an array": (n) => many(n, (i) => `a[${i}]=x;`),
  "an array that grows": (n) => many(n, () => "a+=(x);"),
  "process substitutions": (n) => many(n, () => "cat <(ls);"),
  redirections: (n) => many(n, (i) => `echo x >f${i};`),
  "files to delete": (n) => `rm ${many(n, (i) => `f${i} `)}`,
  "files to edit": (n) => `sed -i s/a/b/ ${many(n, (i) => `f${i} `)}`,
  directories: (n) => many(n, () => "pushd a;"),
};
