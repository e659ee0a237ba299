import { readFileSync } from 'node:fs';
import {
  BleState,
  ButtonEvent,
  ConnectionMode,
  DeviceButton,
  DeviceMode,
  endpointOf,
  endpoints,
  eventNames,
  FirmwareStatus,
  HampPlayState,
  HdspState,
  HspPlayState,
} from '@tactus/protocol';
import { deviceErrorCodes } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { ANALYTICS_EVENTS } from '../analytics/events.ts';
import { SPECIFIED_ERRORS } from '../device/session/specified-error.ts';
import { LANGUAGES } from '../i18n/languages.ts';
import { defaultSettings } from '../settings/schema.ts';
import { ROUTES } from './routes/routes.ts';

const specification = readFileSync(new URL('../../../../docs/specification.md', import.meta.url), 'utf8');

/** The text below a heading, up to the next one. */
function section(heading: string): string {
  const [, after] = specification.split(`\n${heading}\n`);
  expect(after, heading).toBeDefined();
  return after?.split(/^#{2,3} /m, 1)[0] ?? '';
}

/** The cells of the rows of a section's tables, heads left out. */
function rows(heading: string): string[][] {
  const lines = section(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return lines.flatMap((line, index) =>
    /^\|-/.test(line) || /^\|-/.test(lines[index + 1] ?? '')
      ? []
      : [
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim()),
        ],
  );
}

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

test('the table of routes has the paths, layouts and flags of the app', () => {
  const written = rows('### 2.1 Routes').flatMap(([paths = '', layout, , flags = '']) =>
    codeIn(paths).map((path) => `${path} ${layout} ${flags.split(', ').filter(Boolean).sort().join(', ')}`),
  );
  const built = ROUTES.map(({ path, layout, noPadding, app, multicastSupport }) => {
    const flags = [
      app === true && 'app',
      app === false && 'app: false',
      noPadding && 'no padding',
      multicastSupport && 'multicast',
    ];
    return `${path} ${layout === 'bare' ? 'none' : layout} ${flags.filter(Boolean).sort().join(', ')}`;
  });
  expect(written.sort()).toEqual(built.sort());
});

test('the languages of the interface are those of the app', () => {
  for (const { code, prefixes } of LANGUAGES) {
    expect(section('## 1 The product')).toContain(code);
    for (const prefix of prefixes) expect(section('### 2.6 Language')).toContain(`\`${prefix}\``);
  }
});

/** `{ a: { b: 1 } }` -> `a.b`; lists and ranges are values. */
function leavesOf(value: unknown, path: string): string[] {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && !('min' in value);
  return isGroup
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path ? `${path}.${name}` : name))
    : [path];
}

test('every setting stands in the table of settings', () => {
  const table = rows('### 11.2 Every setting').map((cells) => cells.join(' '));
  const missing = leavesOf({ ...defaultSettings(), version: undefined }, '').filter((path) => {
    const names = path.split('.');
    const [first = '', last = ''] = [names[0], names.at(-1)];
    if (path === 'version' || first === 'gamepad') return false;
    return !table.some((line) => line.includes(`\`${first}`) && new RegExp(`\\b${last}\\b`).test(line));
  });
  expect(missing).toEqual([]);
});

test('every error text of the program stands among the texts, and no other', () => {
  const written = rows('### 16.1 Texts').flatMap(([texts = '']) =>
    [...texts.matchAll(/'([^']+)'/g)].map(([, text]) => text),
  );
  const ofStatuses = rows('### 16.2 HTTP statuses').flatMap((cells) =>
    cells.flatMap((cell) => [...cell.matchAll(/'([^']+)'/g)].map(([, text]) => text)),
  );
  const all = new Set([...written, ...ofStatuses].filter((text) => !text?.startsWith('Bad HTTP status')));
  expect([...all].sort()).toEqual(Object.keys(SPECIFIED_ERRORS).sort());
});

test('the codes of errors are those of the SDK', () => {
  expect(codeIn(section('### 16.3 Codes')).filter((code) => deviceErrorCodes.some((known) => known === code))).toEqual(
    expect.arrayContaining([...deviceErrorCodes]),
  );
});

test('the events are those of the contract', () => {
  const [list = ''] = section('### 14.2 Events').trim().split('\n\n');
  expect(list.match(/[a-z]+(_[a-z]+)+/g)?.sort()).toEqual(eventNames.toSorted());
});

test.each([
  ['device mode', DeviceMode],
  ['connection mode', ConnectionMode],
  ['button', DeviceButton],
  ['button event', ButtonEvent],
  ['Bluetooth state', BleState],
  ['HAMP play state', HampPlayState],
  ['stream play state', HspPlayState],
  ['direct move', HdspState],
  ['firmware status', FirmwareStatus],
])('the values of %s are those of the contract, from 0', (name, values) => {
  const [, written = ''] = rows('### 14.1 Enumerations').find(([first]) => first === name) ?? [];
  expect(written.match(/[A-Z][A-Z_]+/g)).toEqual(
    Object.entries(values)
      .sort(([, a], [, b]) => a - b)
      .map(([key]) => key),
  );
});

test('every call of the contract stands in the table of calls', () => {
  const table = section('### 15.3 Table of calls');
  const missing = Object.entries(endpoints).flatMap(([group, calls]) =>
    Object.keys(calls)
      .map((call) => endpointOf(`${group}.${call}` as Parameters<typeof endpointOf>[0])) // joined from the table's own keys
      .filter(({ path }) => !table.includes(`\`${path}\``))
      .map(({ method, path }) => `${method} ${path}`),
  );
  expect(missing).toEqual([]);
});

test('the events of analytics have their fields', () => {
  const written = rows('## 17 Analytics')
    .map(([names = '', fields = '']) => `${names} ${fields}`)
    .join('\n');
  for (const [name, { properties }] of Object.entries(ANALYTICS_EVENTS))
    for (const word of [name, ...Object.keys(properties)]) expect(written).toContain(`\`${word}\``);
});
