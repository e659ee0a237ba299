/** Finds folders that depend on one another, directly or through others. */

/** A file that imports another, types included. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** The imports between folders that are part of a circle, or on a path from one circle to another. */
export function importsInCircles(imports: readonly FileImport[], folderOf: (file: string) => string): FileImport[] {
  let left = imports.filter(({ from, to }) => folderOf(from) !== folderOf(to));
  for (;;) {
    const importing = new Set(left.map(({ from }) => folderOf(from)));
    const imported = new Set(left.map(({ to }) => folderOf(to)));
    // A path out of every circle, or into one, ends somewhere; a circle does not.
    const inside = left.filter(({ from, to }) => imported.has(folderOf(from)) && importing.has(folderOf(to)));
    if (inside.length === left.length) return left;
    left = inside;
  }
}
