import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCsv, parseCsv } from './csv.ts';
import { parseActions } from './funscript.ts';
import { parseScript, parseScriptFile } from './parse-script.ts';
import { SCRIPT_ERROR_TEXTS, ScriptError, type ScriptErrorCode } from './script.ts';

const json = (file: unknown) => JSON.stringify(file);
const actions = (...pairs: [number, number][]) => pairs.map(([at, pos]) => ({ at, pos }));

function codeOf(parse: () => unknown): ScriptErrorCode | 'no error' {
  try {
    parse();
    return 'no error';
  } catch (error) {
    if (error instanceof ScriptError) return error.code;
    throw error;
  }
}

function outcomeOf(text: string): unknown {
  try {
    return parseScript(text);
  } catch (error) {
    return codeOf(() => {
      throw error;
    });
  }
}

describe('the specification’s texts', () => {
  test.each([
    ['Need at least 2 points', json({ actions: actions([0, 5]) }), 'application/json'],
    ['Need at least 2 points', json({ actions: [] }), undefined],
    ['Need at least 2 points', json({ version: '1.0' }), undefined],
    ['Need at least 2 points', '100,5\n100,90\n', 'text/csv'],
    ['Invalid CSV', '# only\n0,10\n', 'text/csv'],
    ['Invalid CSV', '', undefined],
    ['Invalid CSV', '0,10\n100,20,30\n', 'text/csv'],
    ['Invalid CSV', '0,10\n100\n', 'text/csv'],
    ['Invalid CSV', 'ms,percent\n0,10\n100,20\n', undefined],
    ['Invalid CSV', '0,10\n100,20,,\n', undefined],
    ['Invalid CSV', ',0,10\n,100,20\n', undefined],
    ['Invalid CSV', '0;10\n100;20\n', 'text/csv'],
    ['Invalid CSV', '0,10\n100,1.2.3\n', 'text/csv'],
    ['Invalid CSV', '0,10\n100,.\n', 'text/csv'],
    ['Invalid CSV', '0,10\n1e,20\n', 'text/csv'],
    ['Invalid CSV', '0,10\n0x10,20\n', 'text/csv'],
    ['Invalid CSV', '0,10\nInfinity,20\n', 'text/csv'],
    ['Invalid CSV', '0,10\nNaN,20\n', 'text/csv'],
    ['Invalid CSV', '0,10\n1 000,20\n', 'text/csv'],
    ['Invalid CSV', '0,10\n,20\n', undefined],
    ['Invalid Json in script', '{"actions":[{"at":1', 'application/json'],
    ['Invalid Json in script', '{"actions":[{"at":1', undefined],
    ['Invalid Json in script', '[{"at":0,"pos":1},{"at":9,"pos":2}]', undefined],
    ['Invalid Json in script', 'null', 'application/json'],
    ['Invalid Json in script', json({ actions: 'many' }), undefined],
    ['Invalid Json in script', '0,10\n100,20', 'application/json'],
    ['Invalid CSV', json({ actions: actions([0, 1], [5, 2]) }), 'text/csv'],
    ['Invalid type', '0,10\n100,20', 'text/html; charset=utf-8'],
    ['Invalid type', '0,10\n100,20', 'video/mp4'],
  ])('%s: %j as %s', (message, text, type) => {
    const code = codeOf(() => parseScript(text, type));
    expect(SCRIPT_ERROR_TEXTS).toHaveProperty(code, message);
    expect(() => parseScript(text, type)).toThrow(message);
  });
});

describe('a file whose type is neither CSV nor JSON', () => {
  const CSV = '0,10\n100,20\n';
  const JSON_TEXT = json({ actions: actions([0, 10], [100, 20]) });
  const points = [
    { t: 0, x: 10 },
    { t: 100, x: 20 },
  ];

  test.each([
    ['Hills.csv', 'application/vnd.ms-excel', CSV],
    ['Hills.CSV', '', CSV],
    ['Hills.funscript', 'application/x-funscript-editor', JSON_TEXT],
    ['Hills.v2.json', 'text/html', JSON_TEXT],
    ['Hills', 'text/plain', JSON_TEXT],
    ['Hills.csv', 'application/json', JSON_TEXT],
  ])('%s of type %j is read by the ending of its name, then by its text', (name, type, text) => {
    expect(parseScript(text, { name, type }).points).toEqual(points);
  });

  test.each(['Hills.mp4', 'csv', 'Hills.csv.zip'])('%s is refused', (name) => {
    expect(codeOf(() => parseScript(CSV, { name, type: 'video/mp4' }))).toBe('invalid-type');
  });
});

describe('a CSV', () => {
  test('may have comments, blank lines, CRLF, spaces and a byte-order mark', () => {
    const text = '\uFEFF#created by someone\r\n\r\n 0 , 10 \r\n# half way\r\n500,+90\r\n1000,0';
    expect(parseScript(text, 'text/csv; charset=utf-8').points).toEqual([
      { t: 0, x: 10 },
      { t: 500, x: 90 },
      { t: 1000, x: 0 },
    ]);
  });

  test.each([
    ['fractions', '0.4,10.2\n499.6,89.5\n1000.0,+.4\n', [{ change: 'rounded', points: 3 }]],
    ['exponents', '0e0,1e1\n5E+2,900e-1\n1.0e3,0\n', []],
    ['a trailing comma', '0,10,\r\n500,90 , \r\n1000,0,\r\n', []],
    ['a point and no digits before or after it', '.2,10.\n500.,90.\n1000.,.0\n', [{ change: 'rounded', points: 1 }]],
  ])('may have %s, as real programs write them', (_, text, notes) => {
    const points = [
      { t: 0, x: 10 },
      { t: 500, x: 90 },
      { t: 1000, x: 0 },
    ];
    expect(parseScript(text, 'text/csv')).toEqual({ points, notes });
  });

  const number = fc.oneof(fc.integer({ min: -200, max: 5_000 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const written = fc.tuple(
    number,
    fc.constantFrom(String, (value: number) => value.toExponential()),
  );
  test('has the same points and notes as a funscript with the same numbers', () => {
    const lines = fc.array(fc.tuple(written, written, fc.constantFrom('', ',', ' , ')), { minLength: 2 });
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\n\n'), (rows, lineEnd) => {
        const csv = rows.map(([[t, ofTime], [x, ofPlace], end]) => `${ofTime(t)},${ofPlace(x)}${end}`).join(lineEnd);
        const funscript = json({ actions: rows.map(([[at], [pos]]) => ({ at, pos })) });
        expect(outcomeOf(csv)).toEqual(outcomeOf(funscript));
      }),
    );
  });

  test('with times or positions that cannot be played has notes of the changes', () => {
    const { points, notes } = parseCsv('-5,10\n0,150\n99999999999999999999,3\n500,-2\n');
    expect(points).toEqual([
      { t: 0, x: 100 },
      { t: 500, x: 0 },
    ]);
    expect(notes).toEqual([
      { change: 'dropped', points: 2 },
      { change: 'clamped', points: 2 },
    ]);
  });

  test('written from a script reads back as the same script', () => {
    const points = [
      { t: 0, x: 3 },
      { t: 40, x: 97 },
    ];
    expect(formatCsv(points)).toBe('#time ms,position percent\n0,3\n40,97\n');
    expect(parseScript(formatCsv(points)).points).toEqual(points);
  });
});

describe('a funscript', () => {
  test('is rounded, sorted and clamped, and the last of repeated times wins', () => {
    const file = { actions: actions([499.6, 50], [0, -3], [500, 60], [900, 101], [700.4, 19.6], [800, 30.4]) };
    const { points, notes } = parseScript(json(file));
    expect(points).toEqual([
      { t: 0, x: 0 },
      { t: 500, x: 60 },
      { t: 700, x: 20 },
      { t: 800, x: 30 },
      { t: 900, x: 100 },
    ]);
    expect(new Map(notes.map(({ change, points: count }) => [change, count]))).toEqual(
      new Map([
        ['rounded', 3],
        ['clamped', 2],
        ['sorted', 3],
        ['repeated', 1],
      ]),
    );
  });

  test('is mirrored once by inverted, and not scaled by range, which is reported', () => {
    const file = { inverted: true, range: 90, actions: actions([0, 0], [100, 100], [200, 25]) };
    const { points, notes } = parseScript(json(file));
    expect(points.map(({ x }) => x)).toEqual([100, 0, 75]);
    expect(notes).toEqual([{ change: 'inverted', points: 3 }]);
    expect(parseScriptFile(json(file)).about.range).toBe(90);
    const again = { actions: points.map(({ t, x }) => ({ at: t, pos: x })) };
    expect(parseScript(json(again)).points).toEqual(points);
  });

  test.each([[0], [-5], [100], [250], ['90'], [null]])('a range of %j is not reported', (range) => {
    expect(parseScriptFile(json({ range, actions: actions([0, 0], [9, 100]) })).about).not.toHaveProperty('range');
    expect(parseScript(json({ range, actions: actions([0, 0], [9, 100]) })).points[1]).toEqual({ t: 9, x: 100 });
  });

  test('ignores further axes, raw actions and unknown fields', () => {
    const file = {
      metadata: { title: 'x' },
      rawActions: actions([7, 7]),
      axes: [{ id: 'R0', actions: actions([1, 1], [2, 2]) }],
      actions: [...actions([0, 1], [9, 2]), { at: '12', pos: 3 }, null, 7, [], { at: 15 }, { at: 16, pos: null }],
    };
    expect(parseScript(json(file), 'application/json')).toEqual({
      points: [
        { t: 0, x: 1 },
        { t: 9, x: 2 },
      ],
      notes: [{ change: 'dropped', points: 6 }],
    });
  });

  test('may have the type of octets or plain text, and a byte-order mark', () => {
    const text = `\uFEFF\n${json({ actions: actions([0, 1], [9, 2]) })}`;
    for (const type of ['application/octet-stream', 'text/plain', '', 'application/vnd.x+json', undefined])
      expect(parseScript(text, type).points).toHaveLength(2);
  });

  test('may be a bare list of actions', () => {
    expect(parseActions(actions([0, 1], [9, 2])).points).toHaveLength(2);
    expect(codeOf(() => parseActions({ at: 1 }))).toBe('invalid-json');
  });
});

describe('hostile input', () => {
  test.each([
    ['deep lists', '['.repeat(200_000)],
    ['deep objects', '{"actions":'.repeat(200_000)],
    ['closed deep lists', `{"actions":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['prototype keys', '{"__proto__":{"actions":[{"at":0,"pos":1},{"at":1,"pos":2}]}}'],
    ['huge numbers', '{"actions":[{"at":1e400,"pos":1},{"at":-1e400,"pos":2},{"at":1e300,"pos":5}]}'],
    ['names of methods', '{"actions":{"length":2,"constructor":1}}'],
    ['one endless line', '1'.repeat(1_000_000)],
    ['many blanks', `0${' '.repeat(500_000)},1`],
    ['many blanks behind a line', `0,1${' '.repeat(500_000)}x`],
    ['endless fractions', `0,${'1.'.repeat(500_000)}`],
    ['an endless fraction', `0,1.${'1'.repeat(1_000_000)}x`],
    ['an endless exponent', `0,1e${'1'.repeat(1_000_000)}`],
  ])('%s gives a script error', (_, text) => {
    expect(['too-few-points', 'invalid-csv', 'invalid-json']).toContain(codeOf(() => parseScript(text)));
  });

  const anyActions = fc.array(
    fc.record({ at: fc.oneof(fc.double(), fc.anything()), pos: fc.oneof(fc.double(), fc.anything()) }),
  );
  test('every input gives a playable script or a script error', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ actions: anyActions, inverted: fc.anything(), range: fc.anything() }).map((file) => json(file)),
      fc.array(fc.tuple(fc.integer(), fc.integer())).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, 'text/csv', 'application/json'), (script, type) => {
        let points: readonly { t: number; x: number }[];
        try {
          points = parseScript(script, type).points;
        } catch (error) {
          expect(error).toBeInstanceOf(ScriptError);
          return;
        }
        expect(points.length).toBeGreaterThanOrEqual(2);
        points.forEach(({ t, x }, index) => {
          expect(Number.isInteger(t) && Number.isInteger(x)).toBe(true);
          expect(x >= 0 && x <= 100).toBe(true);
          expect(t).toBeGreaterThan(points[index - 1]?.t ?? -1);
        });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('real scripts of other editors', () => {
  const folder = join(import.meta.dirname, '../../../../../shared/data/scripts');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.funscript')) : [];

  test(`${files.length} of them beside this checkout are read completely`, () => {
    const actions = (name: string) => Number(/-(\d+)\.funscript$/.exec(name)?.[1]);
    const read = files.map((name) => parseScript(readFileSync(join(folder, name), 'utf8')).points.length);
    expect(read).toEqual(files.map(actions));
  });
});

test.each([
  ['0,0\n500,100\n600,x\n', 3],
  ['\uFEFF#time,position\r\n\r\n0,0\r\nnothing\r\n9,9', 4],
  ['0,0\r\r1', 3],
])('the error of %j names line %i', (text, line) => {
  expect(() => parseCsv(text)).toThrow(expect.objectContaining({ code: 'invalid-csv', line }));
});
