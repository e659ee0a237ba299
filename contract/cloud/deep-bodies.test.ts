/** JSON that nests deeper than any real request is refused by a scan, and never parsed. */
import { expect, test } from 'vitest';
import { startCloud } from './running-cloud.ts';

const LEVELS = 65;

test.each([
  'PUT /hamp/velocity',
  'PUT /hssp/setup',
  'POST /api/tactus/streams',
  'POST /api/tactus/stop',
  'POST /_control/devices',
])('%s refuses a body that nests too deep, and takes one that does not', async (line) => {
  const { ask } = await startCloud();
  const bodyOf = (levels: number) => `${'{"a":'.repeat(levels)}"[[[\\"{{{"${'}'.repeat(levels)}`;
  const deep = await ask(line, { body: bodyOf(LEVELS) });
  expect([deep.status, deep.text]).toEqual([400, expect.stringContaining('nested deeper than 64 levels')]);
  const unclosed = await ask(line, { body: '['.repeat(500_000) });
  expect([unclosed.status, unclosed.text]).toEqual([400, expect.stringContaining('nested deeper than 64 levels')]);
  const flat = await ask(line, { body: bodyOf(LEVELS - 1) });
  expect(flat.text).not.toContain('nested deeper');
});
