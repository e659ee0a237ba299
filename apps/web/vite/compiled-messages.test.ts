import { expect, test } from 'vitest';
import { type CompiledMessage, createFormatter } from '../src/i18n/format-message.ts';
import { compileMessage } from './compile-message.ts';
import { catalogModule } from './compiled-messages.ts';
import { longerText } from './pseudo-language.ts';

const texts = {
  'app.name': 'Tactus',
  'hamp.ramp.value': 'Ramp {value} s',
  'hamp.speed': 'Speed',
  'led.points': '{n, plural, one {# point} other {# points}}',
};
const english = createFormatter('en-US');
const moduleFor = (query: string) => catalogModule({ file: 'xx.json', texts, query: new URLSearchParams(query) });

/** The messages that a module exports. */
function messagesOf(module: string): Record<string, CompiledMessage> {
  const [, json = '""'] = /^export default JSON\.parse\((".*")\);/.exec(module) ?? [];
  return JSON.parse(JSON.parse(json));
}

test('the module of a language has the texts of the base and a loader of each other part', () => {
  const module = moduleFor('');
  expect(Object.keys(messagesOf(module))).toEqual(['app.name']);
  expect(module).toContain('"hamp": () => import("./xx.json?part=hamp")');
  expect(module).toContain('"led": () => import("./xx.json?part=led")');
  expect(module).not.toContain('"app":');
});

test('the module of a part has its texts alone, compiled', () => {
  const messages = messagesOf(moduleFor('part=hamp'));
  expect(Object.keys(messages)).toEqual(['hamp.ramp.value', 'hamp.speed']);
  expect(messages['hamp.speed']).toBe('Speed');
  expect(english.message(messages['hamp.ramp.value'] ?? '', { value: 3 })).toBe('Ramp 3 s');
});

test('the longer language has the same placeholders and plurals, and its parts are longer too', () => {
  expect(moduleFor('pseudo')).toContain('import("./xx.json?part=hamp&pseudo")');
  const messages = { ...messagesOf(moduleFor('part=hamp&pseudo')), ...messagesOf(moduleFor('part=led&pseudo')) };
  expect(english.message(messages['hamp.ramp.value'] ?? '', { value: 3 })).toMatch(/^Råmpp+ 3 s$/);
  expect(english.message(messages['led.points'] ?? '', { n: 2 })).toMatch(/^2 pöîntss+$/);
});

test('a longer text has about 40 % more letters', () => {
  const text = 'The device could not be connected because nothing answered';
  expect(longerText(text).length / text.length).toBeGreaterThan(1.3);
  expect(longerText(text).length / text.length).toBeLessThan(1.5);
});

test('a text that is not well-formed fails with its key', () => {
  expect(() =>
    catalogModule({ file: 'xx.json', texts: { 'app.name': '{open' }, query: new URLSearchParams() }),
  ).toThrow('xx.json: "app.name" is not a well-formed message');
});

test('values, numbers, plurals with offset and exact counts, ordinals and selections are formatted as in ICU', () => {
  const say = (text: string, values: Record<string, string | number>) => english.message(compileMessage(text), values);
  expect(say("It''s {what} at {speed, number}", { what: 'on', speed: 1234.5 })).toBe("It's on at 1,234.5");
  const plural = '{n, plural, offset:1 =0 {nobody} one {you and # other} other {you and # others}}';
  expect([0, 2, 3].map((n) => say(plural, { n }))).toEqual(['nobody', 'you and 1 other', 'you and 2 others']);
  expect(say('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 })).toBe('22nd');
  const select = '{mode, select, fast {{n, plural, one {# fast point} other {# fast points}}} other {none}}';
  expect(say(select, { mode: 'fast', n: 1 })).toBe('1 fast point');
  expect(say(select, { mode: 'slow', n: 1 })).toBe('none');
});

test('numbers are written as the language does', () => {
  expect(english.number(1234.56, 1)).toBe('1,234.6');
  expect(createFormatter('nb-NO').number(0.5, 2)).toBe('0,50');
});

test('a missing value is reported by its name, and a form that the app does not format fails the build', () => {
  expect(() => english.message(compileMessage('{speed} mm/s'), {})).toThrow('The value "speed" is missing');
  expect(() => compileMessage('{when, date}')).toThrow('does not format date {when}');
  expect(() => compileMessage('{n, number, percent}')).toThrow('style of the number {n}');
});
