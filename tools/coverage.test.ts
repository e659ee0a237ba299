import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkCoverage, headingsWithoutSpecification, readCoverage, readPromises } from './coverage.ts';
import { inRoot, ROOT } from './root.mjs';

const document = readFileSync(inRoot('docs', 'coverage.md'), 'utf8');
const committed = readCoverage(document);

const root = mkdtempSync(join(tmpdir(), 'tactus-coverage-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
writeFileSync(
  join(root, 'a.test.ts'),
  `test('it moves', () => 1); test.each([1])("it stops at %s", () => 'it sings'); deeper('it dives', () => 1); // test('it dreams')\n`,
);

const check = (markdown: string) => checkCoverage(root, readCoverage(markdown));

test('every test that a ticked statement names exists', () => {
  expect(checkCoverage(ROOT, committed)).toEqual([]);
});

test.each(['security.md', 'leases.md'])('every promise of docs/%s names tests, and all of them exist', (document) => {
  const promises = readPromises(readFileSync(inRoot('docs', document), 'utf8'));
  expect(checkCoverage(ROOT, promises)).toEqual([]);
  expect(promises.flatMap(({ tests }) => tests).length).toBeGreaterThan(5);
});

test('a promise without a test, or with one that does not exist, is reported', () => {
  const promises = readPromises(
    '# A\n\n**Stop.** It stops.\n\nShown by `a.test.ts` › "it moves";\n`a.test.ts` › "it stops\nat %s".\n\n**Lapse.** No.\n\n# B\n\n`a.test.ts` › "it flies"',
  );
  expect(checkCoverage(root, promises)).toEqual([
    'Lapse is ticked but names no test',
    '# B names "it flies", which is no test of a.test.ts',
  ]);
});

test('every section of the specification has statements', () => {
  const sections = new Set(committed.map((row) => row.id.split('.')[0]));
  expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect(committed.length).toBeGreaterThan(400);
});

test('every heading with statements names the sections of the specification with them', () => {
  expect(headingsWithoutSpecification(document)).toEqual([]);
});

test('a heading with statements that names no section of the specification is reported', () => {
  const link = 'Specification: [2.1 Routes](specification.md#21-routes)';
  const row = '- [ ] **1.1** one';
  const without = `## A\n\n### B\n\n${link}\n\n${row}\n\n### C\n\n${row}\n\n## D\n\n[E](specification.md)\n\n${row}\n`;
  expect(headingsWithoutSpecification(without)).toEqual(['C', 'D']);
});

test('rows are read with their ticks and tests; the example in a code block is not read', () => {
  const rows = readCoverage(`
\`\`\`
- [x] **9.9** example
\`\`\`
- [ ] **1.1** one
- [x] **1.2** two — \`a.test.ts\` › "it moves"; \`b.spec.ts\` › "it stops"
- **1.3** three — *not shown*
`);
  expect(rows).toEqual([
    { id: '1.1', ticked: false, notShown: false, tests: [] },
    {
      id: '1.2',
      ticked: true,
      notShown: false,
      tests: [
        { file: 'a.test.ts', name: 'it moves' },
        { file: 'b.spec.ts', name: 'it stops' },
      ],
    },
    { id: '1.3', ticked: false, notShown: true, tests: [] },
  ]);
});

test('a malformed bullet is reported with its line', () => {
  expect(() => readCoverage('\n- [X] **1.1** a capital tick')).toThrow('Line 2');
  expect(() => readCoverage('- **1.1** no box, though it is shown')).toThrow('Line 1');
  expect(() => readCoverage('- [ ] no number')).toThrow('Line 1');
});

test('a row with existing tests is accepted', () => {
  expect(check('- [x] **1.1** a — `a.test.ts` › "it moves"; `a.test.ts` › "it stops at %s"')).toEqual([]);
});

test('a missing test, in an existing file or a missing one, is reported', () => {
  expect(check('- [x] **1.1** a — `a.test.ts` › "it dreams"')).toHaveLength(1);
  expect(check('- [x] **1.1** a — `a.test.ts` › "it sings"')).toHaveLength(1);
  expect(check('- [x] **1.1** a — `gone.test.ts` › "it moves"')).toHaveLength(1);
});

test('a test that `npm test` leaves out does not count', () => {
  expect(check('- [x] **1.1** a — `a.test.ts` › "it dives"')).toHaveLength(1);
});

test('a ticked row without a test, and a repeated number, are reported', () => {
  expect(check('- [x] **1.1** a')).toEqual(['1.1 is ticked but names no test']);
  expect(check('- [ ] **1.1** a\n- [ ] **1.1** b')).toEqual(['1.1 stands twice']);
});

test('a statement that was decided against names its decision record', () => {
  expect(check('- **1.1** a — *not built: `a.test.ts`*')).toEqual([]);
  expect(check('- **1.1** a — *not built: `gone.md`*')).toEqual(['1.1 names gone.md, which does not exist']);
  expect(() => readCoverage('- [x] **1.1** ticked all the same — *not built: `a.test.ts`*')).toThrow('Line 1');
});
