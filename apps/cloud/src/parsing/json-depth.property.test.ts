import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JSON_DEPTH_MAX, nestsDeeperThan } from './json-depth.ts';

/** How deep a value nests, as `JSON.parse` sees it. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Texts that look like structure where a scanner does not know strings and escapes. */
const text = fc.array(
  fc.constantFrom('[', ']', '{', '}', '"', '\\', '\\"', ',', ':', ' ', 'a', 'Æ', '\u2028', '😀', '\n'),
  {
    maxLength: 8,
  },
);
const leaf = fc.oneof(
  text.map((parts) => parts.join('')),
  fc.double({ noNaN: true }),
  fc.constantFrom(null, true, false),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 12, depthSize: 'max', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      text.map((parts) => parts.join('')),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));

type Scanner = typeof nestsDeeperThan;

function requireRightAnswers(scanner: Scanner): void {
  const indent = fc.constantFrom('', ' ', '\t', '\n  ');
  fc.assert(
    fc.property(value, indent, fc.integer({ min: 0, max: 14 }), (given, blank, limit) => {
      const bytes = new TextEncoder().encode(JSON.stringify(given, undefined, blank));
      // What is written is what is read: the depth is that of the value that JSON.parse gives.
      const depth = depthOf(JSON.parse(new TextDecoder().decode(bytes)));
      return scanner(bytes, limit) === depth > limit;
    }),
    { numRuns: 4_000 },
  );
}

test('the depth that the scan finds is that of the value that JSON.parse gives', () => {
  requireRightAnswers(nestsDeeperThan);
});

test.each<[string, Scanner]>([
  [
    'does not know strings',
    (bytes, limit) =>
      nestsDeeperThan(
        bytes.filter((byte) => byte !== 34),
        limit,
      ),
  ],
  [
    'does not know escapes',
    (bytes, limit) =>
      nestsDeeperThan(
        bytes.filter((byte) => byte !== 92),
        limit,
      ),
  ],
  [
    'does not count objects',
    (bytes, limit) =>
      nestsDeeperThan(
        bytes.filter((byte) => byte !== 123),
        limit,
      ),
  ],
  ['allows a level more', (bytes, limit) => nestsDeeperThan(bytes, limit + 1)],
  [
    'never comes back up',
    (bytes, limit) =>
      nestsDeeperThan(
        bytes.filter((byte) => byte !== 93),
        limit,
      ),
  ],
])('a scanner that %s is found out', (_fault, scanner) => {
  expect(() => requireRightAnswers(scanner)).toThrow('Property failed');
});

test('a deep text is refused at its first bracket that is too deep, and no text throws', () => {
  const encode = (given: string) => new TextEncoder().encode(given);
  const deep = encode('['.repeat(JSON_DEPTH_MAX + 1));
  expect(nestsDeeperThan(deep, JSON_DEPTH_MAX)).toBe(true);
  expect(nestsDeeperThan(deep.subarray(1), JSON_DEPTH_MAX)).toBe(false);
  expect(nestsDeeperThan(encode(`\uFEFF \r\n\t${'{"a":'.repeat(65)}`), JSON_DEPTH_MAX)).toBe(true);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => typeof nestsDeeperThan(bytes, 2) === 'boolean'));
});

test('a CSV whose comments have brackets holds nothing nested', () => {
  const csv = new TextEncoder().encode(`# ${'['.repeat(100)} "\n0,0\n1000,100\n`);
  expect(nestsDeeperThan(csv, JSON_DEPTH_MAX)).toBe(false);
});
