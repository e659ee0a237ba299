/** A line of a diff: unchanged, removed, or added. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Longer texts are compared as a whole: a table of all their lines would be too large. */
const MOST_LINES = 1_500;

/** The smallest set of changed lines that turns one text into another. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, next] = [before.split('\n'), after.split('\n')];
  if (before === after) return old.map((text) => ({ kind: 'same', text }));
  if (old.length > MOST_LINES || next.length > MOST_LINES) return [...whole('removed', old), ...whole('added', next)];
  const common = commonLengths(old, next);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    const [a, b] = [old[i], next[j]];
    if (a !== undefined && a === b) {
      lines.push({ kind: 'same', text: a });
      i += 1;
      j += 1;
    } else if (b === undefined || (a !== undefined && (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      lines.push({ kind: 'removed', text: a ?? '' });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: b });
      j += 1;
    }
  }
  return lines;
}

const whole = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind, text }));

/** For every pair of places: the length of the longest common subsequence of the two rests. */
function commonLengths(old: readonly string[], next: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const [row, below] = [rows[i], rows[i + 1]];
      if (!row || !below) continue;
      row[j] = old[i] === next[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}
