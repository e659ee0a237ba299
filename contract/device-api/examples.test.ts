/** The examples of docs/device-api.md, run against our cloud. */
import { readFileSync } from 'node:fs';
import { calls } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { examplesIn } from './examples.ts';
import { runExamples } from './run-examples.ts';

const document = readFileSync(new URL('../../docs/device-api.md', import.meta.url), 'utf8');

test('our cloud answers every example of docs/device-api.md as documented', async () => {
  expect(await runExamples(document, 20_000)).toEqual([]);
});

test('the examples show every group of calls, and each call that a first client needs', () => {
  const shown = new Set(
    examplesIn(document).flatMap(({ request }) => (request === '' ? [] : [request.replace(/\?.*$/, '')])),
  );
  const groups = calls.filter(({ endpoint: { method, path } }) => shown.has(`${method} ${path}`));
  const without = new Set(calls.map(({ group }) => group));
  for (const { group } of groups) without.delete(group);
  // Streams belong to a service that is not part of this API.
  expect([...without]).toEqual(['stream']);
  expect(shown.size).toBeGreaterThan(50);
});

describe('a wrong example is reported', () => {
  const example = (text: string) => `# A\n\n\`\`\`http\n${text}\n\`\`\`\n`;
  const stream =
    '> GET /sse?apikey=me&ck=DemoHandy1\n< 200\n< event: device_status\n< data: {"connection_key":"DemoHandy1", …}';
  const move = '> PUT /slider/stroke\n> {"min":0.25,"max":0.75}\n< 200 {"result":{"min":0.25, …}}';
  test.each([
    ['its status', '> GET /mode\n< 400 {"result":{"mode":7,"mode_session_id":0}}', 'the status is 200, not 400'],
    [
      'a value',
      '> GET /mode\n< 200 {"result":{"mode":4,"mode_session_id":0}}',
      'the answer › result › mode is 7, not 4',
    ],
    ['a field too few', '> GET /mode\n< 200 {"result":{"mode":7}}', 'the answer › result also has mode_session_id'],
    [
      'a field too many',
      '> GET /mode\n< 200 {"result":{"mode":7,"speed":<int>, …}}',
      'the answer › result › speed is undefined, not "<int>"',
    ],
    ['a kind', '> GET /mode\n< 200 {"result":{"mode":"<text>", …}}', 'the answer › result › mode is 7, not "<text>"'],
    ['a header', '> GET /mode\n> X-Api-Key:\n< 200 {"result": …}', 'the status is 401, not 200'],
    [
      'an event',
      `${stream}\n\n${move}\n\n< event: stroke_changed\n< data: {"connection_key":"DemoHandy1","data":{"min":0.3, …}}`,
      'the event › data › min is 0.25, not 0.3',
    ],
    [
      'an event that does not arrive',
      `${stream}\n\n< event: temp_high\n< data: {"connection_key":"DemoHandy1"}`,
      'no temp_high',
    ],
  ])('by %s', async (_what, text, wrong) => {
    expect(await runExamples(example(text), 1_500)).toEqual([expect.stringContaining(`: ${wrong}`)]);
  });
});
