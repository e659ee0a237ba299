import { diffArrays } from 'diff';

/** A line of a diff: unchanged, removed, or added. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** With more changed lines than these, the texts are shown one after the other: the comparison would take too long. */
const MOST_CHANGED_LINES = 500;

/** The smallest set of changed lines that turns one text into another. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const changes = diffArrays(old, next, { maxEditLength: MOST_CHANGED_LINES }) ?? [
    { value: old, removed: true, added: false },
    { value: next, removed: false, added: true },
  ];
  return changes.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => ({ kind: removed ? 'removed' : added ? 'added' : 'same', text })),
  );
}
