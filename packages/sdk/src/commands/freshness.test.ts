import { expect, test } from 'vitest';
import { createFreshnessTracker } from './freshness.ts';

test('an answer without a later request or event is fresh', () => {
  const book = createFreshnessTracker();
  expect(book.answered(book.sent('hamp'))).toBe('fresh');
});

test('an event after the request overtakes the answer, an event of another slice does not', () => {
  const book = createFreshnessTracker();
  const question = book.sent('hamp');
  book.changed('slider');
  const other = book.sent('slider');
  book.changed('hamp');
  expect(book.answered(question)).toBe('overtaken');
  expect(book.answered(other)).toBe('fresh');
});

test('a newer pending request supersedes the answer; once answered, an older one is overtaken', () => {
  const book = createFreshnessTracker();
  const first = book.sent('hamp');
  const second = book.sent('hamp');
  const third = book.sent('hamp');
  expect(book.answered(first)).toBe('superseded');
  expect(book.answered(third)).toBe('fresh');
  expect(book.answered(second)).toBe('overtaken');
});

test('when the superseding request fails, the slice has to be read again', () => {
  const book = createFreshnessTracker();
  const first = book.sent('hamp');
  const second = book.sent('hamp');
  book.answered(first);
  expect(book.failed(second)).toBe(true);
  const alone = book.sent('hamp');
  expect(book.failed(alone)).toBe(false);
});

test('a request of no slice is always fresh', () => {
  const book = createFreshnessTracker();
  const question = book.sent(undefined);
  expect(book.answered(question)).toBe('fresh');
  expect(book.failed(question)).toBe(false);
});
