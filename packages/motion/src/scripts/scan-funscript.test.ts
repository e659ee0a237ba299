import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFunscriptFile } from './funscript.ts';
import { scanFunscript } from './scan-funscript.ts';
import { ScriptError } from './script.ts';
import { columnsToPoints } from './script-columns.ts';

/** Switches the scanner off: an escaped key makes it leave the text to `JSON.parse`. */
const slowly = (text: string) => text.replace('"actions"', '"\\u0061ctions"');

function outcome(text: string) {
  try {
    return parseFunscriptFile(text);
  } catch (error) {
    if (error instanceof ScriptError) return error.code;
    throw error;
  }
}

const blank = fc.constantFrom('', ' ', '\n', '\t ', '\r\n', '\u00a0', '\uFEFF').map((text) => text);
const number = fc.oneof(
  { weight: 8, arbitrary: fc.nat(5_000).map(String) },
  fc.constantFrom(
    '-5',
    '-0',
    '007',
    '1.5',
    '12e2',
    '1E-1',
    '-',
    '.5',
    '5.',
    '+1',
    '1e999',
    '"7"',
    'null',
    '999999999999999999',
  ),
);
const action = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.tuple(number, number, blank).map(([at, pos, b]) => `{${b}"at"${b}:${at},${b}"pos":${b}${pos}}`),
  },
  fc.tuple(number, number).map(([at, pos]) => `{"pos":${pos},"at":${at}}`),
  fc.constantFrom(
    '{"at":1}',
    '{"at":1,"at":2}',
    '{"at":1,"pos":2,"type":"x"}',
    'null',
    '{}',
    '[1,2]',
    '{"at":1,"pos":2',
    '{"at" 1}',
  ),
);
const actions = fc
  .tuple(fc.array(action), fc.constantFrom(',', ', ', ',,', ' '))
  .map(([all, comma]) => `[${all.join(comma)}]`);
const member = fc.oneof(
  { weight: 6, arbitrary: actions.map((list) => `"actions":${list}`) },
  fc.constantFrom(
    '"version":"1.0"',
    '"inverted":true',
    '"range":90',
    '"metadata":{"title":"a \\" } ] , b","chapters":[{"name":"x","startTime":"00:00:01.5","endTime":"00:02"}]}',
    '"rawActions":[{"at":1,"pos":3},{"at":9,"pos":4}]',
    '"axes":[{"id":"L0","actions":[{"at":1,"pos":3},{"at":9,"pos":4}]},{"id":"R0"}]',
    '"channels":{"stroke":{"actions":[{"at":2,"pos":3},{"at":9,"pos":4}]},"sway":{}}',
    '"act\\u0069ons":[]',
    '"x":[1,2',
    '"y":}',
    'z:1',
  ),
);
const file = fc
  .tuple(fc.array(member, { maxLength: 5 }), blank, fc.constantFrom('', '', '', '}', ' x', '{'))
  .map(([members, b, tail]) => `${b}{${members.join(`,${b}`)}}${tail}`);

describe('the scanner', () => {
  test('gives the result of JSON.parse for every text', () => {
    fc.assert(
      fc.property(file, (text) => {
        // A text with two lists of actions differs from its slow form: only the first list is renamed.
        fc.pre(text.split('"actions"').length <= 2);
        expect(outcome(text)).toEqual(outcome(slowly(text)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('gives the result of JSON.parse for every text that is damaged in one place', () => {
    const sound =
      '{"version":"1.0","inverted":false,"metadata":{"a":"\\"]"},"actions":[{"at":0,"pos":10},{"at":500,"pos":90}],"range":90}';
    for (let at = 0; at < sound.length; at++)
      for (const put of ['', '"', '}', ']', ',', '0', ' ', '\\', '{'])
        for (const cut of [0, 1]) {
          const text = sound.slice(0, at) + put + sound.slice(at + cut);
          let expected: unknown;
          try {
            expected = JSON.parse(text);
          } catch {
            expect(outcome(text), text).toBe('invalid-json');
            continue;
          }
          const scanned = scanFunscript(text);
          if (scanned === undefined) continue;
          const asActions = columnsToPoints(scanned.columns).map(({ t, x }) => ({ at: t, pos: x }));
          expect({ ...(JSON.parse(scanned.rest) as object), actions: asActions }, text).toEqual(expected);
        }
  });

  test('reads the common shape, and leaves all else to JSON.parse', () => {
    const scanned = scanFunscript('{"actions":[{"at":1,"pos":2},\n{"pos":5,"at":4}],"x":{"actions":[]}}');
    expect(scanned && columnsToPoints(scanned.columns)).toEqual([
      { t: 1, x: 2 },
      { t: 4, x: 5 },
    ]);
    expect(scanned?.rest).toBe('{"actions":[],"x":{"actions":[]}}');
    for (const uncommon of [
      '[]',
      '{}',
      '{"actions":[{"at":1,"pos":2,"type":0}]}',
      '{"actions":[{"at":9,"pos":2},{"at":1,"pos":2}]}',
      '{"actions":[{"at":9.5,"pos":2}]}',
      '{"actions":[]}{',
      '{"actions":[],"actions":[]}',
    ])
      expect(scanFunscript(uncommon)).toBeUndefined();
  });
});
