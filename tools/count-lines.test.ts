import { expect, test } from 'vitest';
import { countLines, countTree, sourceKindOf } from './count-lines.ts';

test.each([
  ['packages/sdk/src/device.ts', 'product'],
  ['apps/web/src/ui/ui.css', 'product'],
  ['packages/sdk/src/device.test.ts', 'tests'],
  ['packages/motion/src/testing/plans.ts', 'tests'],
  ['contract/sdk/control.test.ts', 'tests'],
  ['contract/frozen/2026-11/tactus-device.mjs', undefined],
  ['tools/test.mjs', undefined],
  ['docs/tour.md', undefined],
])('%s is counted as %s', (path, kind) => expect(sourceKindOf(path)).toBe(kind));

test('lines with nothing but a comment or a blank are no lines of code; a comment mark in a text is none', () => {
  const script = "/**\n * Adds.\n */\n\nconst a = '// text'; // ends here\n// alone\nconst b = `/*\n*/`;\n";
  expect(countLines('a.ts', script)).toEqual({ files: 1, lines: 8, code: 3 });
  expect(countLines('a.css', '/* one\n two */\n.a {\n  color: red; /* warm */\n}\n')).toEqual({
    files: 1,
    lines: 5,
    code: 3,
  });
});

test('a tree is added up by kind', () => {
  const files = [
    ['packages/a/src/a.ts', 'const a = 1;\n'],
    ['packages/a/src/b.ts', '// b\nconst b = 1;\n'],
    ['packages/a/src/a.test.ts', 'test();\n'],
    ['README.md', '# A\n'],
  ] as const;
  expect(countTree(files)).toEqual({
    product: { files: 2, lines: 3, code: 2 },
    tests: { files: 1, lines: 1, code: 1 },
  });
});
