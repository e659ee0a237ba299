import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from './line-diff.ts';
import { readStoredKeys, storedKindOf, toEditableText, toStoredText } from './stored-keys.ts';

function browserStorageOf(values: Readonly<Record<string, string>>): Storage {
  const entries = new Map(Object.entries(values));
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

test('every stored key is listed, and damaged ones are marked', () => {
  const stored = readStoredKeys(
    browserStorageOf({
      userLanguage: 'nb-NO',
      'tactus.settings': '{"version":',
      'tactus.emulator': '{"version":1}',
      other: 'x',
    }),
  );
  expect(stored).toEqual([
    { key: 'other', text: 'x', kind: 'text', size: 1 },
    { key: 'tactus.emulator', text: '{"version":1}', kind: 'json', size: 13 },
    { key: 'tactus.settings', text: '{"version":', kind: 'damaged', size: 11 },
    { key: 'userLanguage', text: 'nb-NO', kind: 'text', size: 5 },
  ]);
  expect([storedKindOf('other', '[1'), storedKindOf('tactus.x', 'words'), storedKindOf('other', '')]).toEqual([
    'damaged',
    'damaged',
    'text',
  ]);
});

test('JSON is edited in lines and stored without them; a broken text is never stored in its place', () => {
  expect(toEditableText('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(toStoredText('tactus.settings', '{\n  "a": 1\n}')).toBe('{"a":1}');
  expect(toStoredText('tactus.settings', '{"a":')).toBeUndefined();
  expect([toEditableText('{"a":'), toStoredText('userLanguage', 'de')]).toEqual(['{"a":', 'de']);
});

test('a diff marks removed and added lines', () => {
  expect(diffLines('{\n  "a": 1,\n  "b": 2\n}', '{\n  "a": 3,\n  "b": 2,\n  "c": 4\n}')).toEqual([
    { kind: 'same', text: '{' },
    { kind: 'removed', text: '  "a": 1,' },
    { kind: 'removed', text: '  "b": 2' },
    { kind: 'added', text: '  "a": 3,' },
    { kind: 'added', text: '  "b": 2,' },
    { kind: 'added', text: '  "c": 4' },
    { kind: 'same', text: '}' },
  ]);
  expect(diffLines('x', 'x')).toEqual([{ kind: 'same', text: 'x' }]);
  const long = 'x\n'.repeat(2_000);
  expect(diffLines(long, `${long}y`).filter(({ kind }) => kind !== 'same')).toHaveLength(2);
  const kinds = diffLines(`${long}z`, `${'y\n'.repeat(2_000)}z`).map(({ kind }) => kind);
  expect(kinds).toEqual([...Array(2_001).fill('removed'), ...Array(2_001).fill('added')]);
});

test('a diff without its added lines is the old text, and without its removed lines the new one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = diffLines(before, after);
      const without = (kind: string) =>
        diff
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join('\n');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
  );
});
