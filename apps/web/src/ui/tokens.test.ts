import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const THEMES = ['handy-dark', 'handy-light', 'oh-dark', 'oh-light'] as const;

/** The colours of a theme, read from the style sheet itself. */
function colors(theme: (typeof THEMES)[number]): Map<string, string> {
  const [character, mode] = theme.split('-');
  const block = css.split(`:root[data-character="${character}"][data-mode="${mode}"] {`)[1]?.split('}')[0] ?? '';
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]));
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const GROUNDS = ['bg', 'surface-1', 'surface-2'];
const TEXT_PAIRS = [
  ...GROUNDS.flatMap((ground) =>
    ['text-1', 'text-2', 'text-3', 'accent-text', 'ok', 'warn', 'danger'].map((ink) => [ink, ground]),
  ),
  ['text-1', 'surface-3'],
  ['text-2', 'surface-3'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-2'],
  ['on-stop', 'stop'],
] as const;
const CONTROL_PAIRS = [
  ...['bg', 'surface-1'].flatMap((ground) =>
    ['accent', 'accent-2', 'control-line', 'stop'].map((part) => [part, ground]),
  ),
] as const;

describe.each(THEMES)('%s', (theme) => {
  const of = colors(theme);
  const ratio = ([one, other]: readonly string[]) => contrast(of.get(one!)!, of.get(other!)!);

  test('has readable text on every background (4.5 to 1)', () => {
    const weak = TEXT_PAIRS.filter((pair) => !(ratio(pair) >= 4.5)).map(
      (pair) => `${pair.join(' on ')} ${ratio(pair).toFixed(2)}`,
    );
    expect(weak).toEqual([]);
  });

  test('has visible controls on every background (3 to 1)', () => {
    const weak = CONTROL_PAIRS.filter((pair) => !(ratio(pair) >= 3)).map(
      (pair) => `${pair.join(' on ')} ${ratio(pair).toFixed(2)}`,
    );
    expect(weak).toEqual([]);
  });
});

test('every variable that a style uses is set somewhere, or has a fallback', () => {
  const root = new URL('..', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(css|tsx?)$/.test(name));
  const texts = files
    .filter((name) => !name.includes('.test.'))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
  const set = new Set(
    texts.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"`]?\]?\s*[:,]/g)].map(([, name]) => name)),
  );
  const unset = texts
    .filter(({ name }) => name.endsWith('.css'))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/var\((--[\w-]+)\s*\)/g)].flatMap(([, used]) => (set.has(used) ? [] : [`${used} in ${name}`])),
    );
  expect(unset).toEqual([]);
});
