import { readFileSync } from 'node:fs';
import { settings } from '@tactus/cloud';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test.each(Object.entries(settings))(
  'the README tells what %s means and what stands when it is not set',
  (name, { meaning, fallback }) => {
    expect(readme).toContain(`| \`${name}\` | ${fallback && `\`${fallback}\``} | ${meaning} |`);
  },
);
