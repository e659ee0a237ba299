import { expect, test } from 'vitest';
import { parseScriptBytes, readUploadedScript, SCRIPT_POINTS_MAX } from './read-script.ts';
import { JSON_DEPTH_MAX } from './text-structure.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const csvOf = (points: number) =>
  Array.from({ length: points }, (_, index) => `${index * 10},${index % 100}`).join('\n');
const funscriptOf = (points: number) =>
  `{"actions":[${Array.from({ length: points }, (_, index) => `{"at":${index * 10},"pos":${index % 100}}`).join()}]}`;

test.each([
  ['text/csv', csvOf],
  ['application/json', funscriptOf],
])('a script of %s holds as many points as a stream, and no more', (type, write) => {
  expect(parseScriptBytes(encode(write(SCRIPT_POINTS_MAX)), type).timesMs).toHaveLength(SCRIPT_POINTS_MAX);
  expect(() => parseScriptBytes(encode(write(SCRIPT_POINTS_MAX + 1)), type)).toThrow(
    'A script holds at most 1000000 points',
  );
});

test('a script that nests deeper than any script does is refused before it is parsed', () => {
  const nested = (levels: number) => encode(`{"actions":[{"at":0,"pos":0},{"at":9,"pos":9}],"a":${'['.repeat(levels)}`);
  expect(() => parseScriptBytes(nested(JSON_DEPTH_MAX), 'application/json')).toThrow('deeper than 64 levels');
  // One level less is parsed, and refused as invalid JSON.
  expect(() => parseScriptBytes(nested(JSON_DEPTH_MAX - 1), 'application/json')).toThrow('Invalid Json in script');
});

test('twenty million empty lines are refused, without a list of twenty million lines', () => {
  const bytes = new Uint8Array(20 * 1024 * 1024).fill(10);
  const before = process.memoryUsage().heapUsed;
  expect(() => parseScriptBytes(bytes, 'text/csv')).toThrow('Invalid CSV');
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60 * 1024 * 1024);
});

test('an upload is stored unchanged, or as the lines of its points, and named by its hash', () => {
  const text = '\uFEFF{"actions":[{"at":0,"pos":1},{"at":9,"pos":2}],"title":"Æ"}';
  const funscript = readUploadedScript(encode(text), 'application/json');
  expect([funscript.kind, new TextDecoder('utf-8', { ignoreBOM: true }).decode(funscript.body)]).toEqual([
    'funscript',
    text,
  ]);
  const csv = readUploadedScript(encode('#a\r\n0,1\r\n9,2'), 'text/csv');
  expect([csv.kind, new TextDecoder().decode(csv.body), csv.hash]).toEqual([
    'csv',
    '0,1\n9,2\n',
    '-GkaHeAxlJ6P0s-s628EI-fgIqPCG5jiNVKh0dhPg1o',
  ]);
  expect(csv.columns).toEqual({ timesMs: new Uint32Array([0, 9]), positions: new Uint8Array([1, 2]) });
});
