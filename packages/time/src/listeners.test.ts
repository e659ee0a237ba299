import { expect, test } from 'vitest';
import { createListeners } from './listeners.ts';

test('listeners are called in the order in which they were added, one added twice once, until they are undone', () => {
  const { on, emit, clear } = createListeners<[number, string]>();
  const seen: unknown[] = [];
  const first = (...args: readonly unknown[]) => seen.push(['first', ...args]);
  const undo = on(first);
  on(first);
  on((...args) => seen.push(['second', ...args]));
  emit(1, 'a');
  undo();
  undo();
  emit(2, 'b');
  clear();
  emit(3, 'c');
  expect(seen).toEqual([
    ['first', 1, 'a'],
    ['second', 1, 'a'],
    ['second', 2, 'b'],
  ]);
});

test('a listener that another one removes is not called any more, and one that it adds is', () => {
  const { on, emit } = createListeners<[]>();
  const seen: string[] = [];
  on(() => {
    undo();
    on(() => seen.push('added'));
  });
  const undo = on(() => seen.push('removed'));
  emit();
  expect(seen).toEqual(['added']);
});
