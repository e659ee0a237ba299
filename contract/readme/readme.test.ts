import { readFileSync } from 'node:fs';
import { settings } from '@tactus/cloud';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test.each(Object.entries(settings))('the README explains %s and its default', (name, { meaning, fallback }) => {
  expect(readme).toContain(`| \`${name}\` | ${fallback && `\`${fallback}\``} | ${meaning} |`);
});
