/** docs/device-api.md: its tables of calls equal those of the contract, it leaves nothing out, and each line states its source. */
import { readFileSync } from 'node:fs';
import {
  BleState,
  ButtonEvent,
  ConnectionMode,
  DeviceButton,
  DeviceMode,
  errorKinds,
  eventNames,
  FirmwareStatus,
  HampPlayState,
  HdspState,
  HspPlayState,
  WifiState,
} from '@tactus/protocol';
import { deviceApiPart } from '@tactus/protocol/openapi';
import { expect, test } from 'vitest';
import { withCallTables } from './call-tables.ts';

const document = readFileSync(new URL('../../docs/device-api.md', import.meta.url), 'utf8');
const MARKS = /^(?:D[1-4]|O[1-4]|I[12]|T)(?:, (?:D[1-4]|O[1-4]|I[12]|T))*$/;

/** The text below a heading that begins with this, up to the next of its level. */
function chapter(text: string, heading: string): string {
  const level = heading.split(' ')[0] ?? '';
  const [, after = ''] = text.split(`\n${heading}`);
  return after.split(new RegExp(`\\n${level} `))[0] ?? '';
}

test('the tables of calls equal those that `npm run generate` writes', () => {
  expect(withCallTables(document)).toBe(document);
});

test('a wrong, missing or repeated table is found', () => {
  expect(withCallTables(document.replace('number 0…1', 'number 0…100'))).toBe(document);
  expect(() => withCallTables(document.replace('<!-- calls: hamp -->', ''))).toThrow('No table of the group hamp');
  expect(() => withCallTables(document.replace('calls: hamp', 'calls: hvp'))).toThrow('second table of it: hvp');
});

/** Lines of facts without a source. */
function unmarked(text: string): string[] {
  const facts = text.split('\n## ').filter((part) => !/^(1|13) /.test(part));
  return facts.flatMap((part) => {
    let header: readonly string[] = [];
    return part.split('\n').filter((line) => {
      if (line.startsWith('- ')) return !MARKS.test(/ \(([^()]*)\)$/.exec(line)?.[1] ?? '');
      if (!line.startsWith('|')) header = [];
      if (!line.startsWith('| ') || line.startsWith('| ---')) return false;
      const cells = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      if (header.length === 0) header = cells;
      else return cells.length !== header.length || !MARKS.test(cells.at(-1) ?? '');
      return header.at(-1) !== 'rests on';
    });
  });
}

test('every row and every point states its source', () => {
  expect(unmarked(document)).toEqual([]);
});

test('a row or a point without a mark is found', () => {
  expect(unmarked('\n## 2 A\n\n- Fact. (D1)\n- Fact. (D9)\n- Fact (D1) more.\n')).toEqual([
    '- Fact. (D9)',
    '- Fact (D1) more.',
  ]);
  const table =
    '\n## 2 A\n\n| a | rests on |\n|---|---|\n| b | D1, O2 |\n| c | |\n| d | e | D1 |\n\n| f | g |\n|---|---|\n';
  expect(unmarked(table)).toEqual(['| c | |', '| d | e | D1 |', '| f | g |']);
});

/** Fields of the contract's objects that their chapters leave out, and objects without a chapter. */
function missingFields(text: string): string[] {
  const { schemas } = deviceApiPart().components as {
    schemas: Record<string, { properties?: Record<string, unknown>; 'x-event'?: string }>;
  };
  const headings: Readonly<Record<string, string>> = { Error: '### 2.6 ' };
  const rowsMissing = (there: string, fields: readonly string[]) =>
    fields.filter((field) => !there.includes(`\n| \`${field}\` |`));
  const objects = Object.entries(schemas).filter(([, schema]) => schema['x-event'] === undefined);
  return [
    ...rowsMissing(chapter(text, '### 5.3 '), eventNames),
    ...objects.flatMap(([name, { properties = {} }]) => {
      const heading = headings[name] ?? new RegExp(`^### 4\\.\\d+ ${name}$`, 'm').exec(text)?.[0];
      return heading === undefined ? [name] : rowsMissing(chapter(text, heading), Object.keys(properties));
    }),
  ];
}

test('every field of every object, and every event, has a row', () => {
  expect(missingFields(document)).toEqual([]);
  expect(missingFields(document.replace('| `max_points` |', '| `maximum` |'))).toEqual(['max_points']);
  expect(missingFields(document.replace('| `temp_ok` |', '| `temp_fine` |'))).toEqual(['temp_ok']);
  expect(missingFields(document.replace(' HvpState\n', ' Vibration\n'))).toEqual(['HvpState']);
  expect(eventNames.length).toBeGreaterThan(25);
});

test('every refusal has a row with its number and name', () => {
  const rows = Object.values(errorKinds).map(({ code, name }) => `| ${code} | \`${name}\` |`);
  expect(rows.filter((row) => !document.includes(row))).toEqual([]);
});

test('every value of every enumeration has its name beside it', () => {
  const numbers = chapter(document, '### 4.1 ');
  const enumerations = {
    DeviceMode,
    HampPlayState,
    HspPlayState,
    HdspState,
    FirmwareStatus,
    ConnectionMode,
    DeviceButton,
    ButtonEvent,
    WifiState,
    BleState,
  };
  const missing = Object.values(enumerations).flatMap((values) =>
    Object.entries(values).filter(([name, value]) => !new RegExp(`\\b${value} ${name}\\b`).test(numbers)),
  );
  expect(missing).toEqual([]);
});
