import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JSON_DEPTH_MAX, structureProblem } from './text-structure.ts';

/** How deep a value nests, as `JSON.parse` sees it. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** How many lists, objects and commas are in the JSON of a value. */
function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  return members.reduce((parts: number, member) => parts + partsOf(member), 1 + Math.max(0, members.length - 1));
}

/** Texts that a scanner without strings and escapes would read as structure. */
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

type Scanner = typeof structureProblem;

function requireRightAnswers(scanner: Scanner): void {
  const indent = fc.constantFrom('', ' ', '\t', '\n  ');
  fc.assert(
    fc.property(
      value,
      indent,
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 40 }),
      (given, blank, depth, parts) => {
        const bytes = new TextEncoder().encode(JSON.stringify(given, undefined, blank));
        const read: unknown = JSON.parse(new TextDecoder().decode(bytes));
        const found = scanner(bytes, { depth, parts });
        if (found === 'too-deep') return depthOf(read) > depth;
        if (found === 'too-many-parts') return partsOf(read) > parts;
        return depthOf(read) <= depth && partsOf(read) <= parts;
      },
    ),
    { numRuns: 4_000 },
  );
}

test('the structure that the scan finds equals that of the value that JSON.parse returns', () => {
  requireRightAnswers(structureProblem);
});

const without =
  (code: number): Scanner =>
  (bytes, limits) =>
    structureProblem(
      bytes.filter((byte) => byte !== code),
      limits,
    );

test.each<[string, Scanner]>([
  ['does not know strings', without(34)],
  ['does not know escapes', without(92)],
  ['does not count objects', without(123)],
  ['does not count commas', without(44)],
  ['never comes back up', without(93)],
  ['allows a level more', (bytes, { depth, parts }) => structureProblem(bytes, { depth: depth + 1, parts })],
  ['allows a part more', (bytes, { depth, parts }) => structureProblem(bytes, { depth, parts: parts + 1 })],
])('a scanner that %s is found out', (_fault, scanner) => {
  expect(() => requireRightAnswers(scanner)).toThrow('Property failed');
});

const encode = (given: string) => new TextEncoder().encode(given);
const LIMITS = { depth: JSON_DEPTH_MAX, parts: 1_000 };

test('a deep text is refused at the first bracket beyond the limit, and no text throws', () => {
  const deep = encode('['.repeat(JSON_DEPTH_MAX + 1));
  expect(structureProblem(deep, LIMITS)).toBe('too-deep');
  expect(structureProblem(deep.subarray(1), LIMITS)).toBeUndefined();
  expect(structureProblem(encode(`\uFEFF \r\n\t${'{"a":'.repeat(65)}`), LIMITS)).toBe('too-deep');
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      (bytes) => typeof structureProblem(bytes, { depth: 2, parts: 2 }) !== 'object',
    ),
  );
});

test('a CSV has no levels, whatever its comments contain, and two parts for each comma', () => {
  const csv = `# ${'['.repeat(100)} "\n0,0\n${'9,9\n'.repeat(499)}`;
  expect(structureProblem(encode(csv), LIMITS)).toBeUndefined();
  expect(structureProblem(encode(`${csv}10,10`), LIMITS)).toBe('too-many-parts');
});
