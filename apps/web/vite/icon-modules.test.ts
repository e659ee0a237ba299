import { expect, test } from 'vitest';
import { iconModule } from './icon-modules.ts';

const LINES = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';
const set = {
  icons: {
    one: { body: `<path ${LINES} d="M1 2h3"/>` },
    two: { body: `<g ${LINES}><path d="M1 2h3"/><path d="m4 5 6 7"/></g>` },
    'one-filled': { body: '<path fill="currentColor" d="M1 2h3v4z"/>' },
    mixed: { body: `<g ${LINES}><path d="M1 2h3"/><path fill="currentColor" d="M4 5h1v1z"/></g>` },
    round: { body: `<g ${LINES}><circle cx="1" cy="2" r="3"/><path d="M1 2h3"/></g>` },
  },
  aliases: { first: { parent: 'one' } },
};

test('a module makes the component of the path of its icon', () => {
  expect(iconModule(set, 'one')).toMatch(/^import \{ createIcon \} from "\/.*\/src\/ui\/icon\.ts";\nexport default /);
  expect(iconModule(set, 'one')).toContain('createIcon("M1 2h3");');
  expect(iconModule(set, 'one-filled')).toContain('createIcon("M1 2h3v4z", true);');
});

test('several paths become one, in which each has its own place', () => {
  expect(iconModule(set, 'two')).toContain('createIcon("M1 2h3M0 0m4 5 6 7");');
});

test('another name of an icon is that icon', () => {
  expect(iconModule(set, 'first')).toBe(iconModule(set, 'one'));
});

test('a name that the set lacks, and a picture that one path cannot draw, are refused by name', () => {
  expect(() => iconModule(set, 'other')).toThrow('Tabler has no icon "other"');
  for (const name of ['mixed', 'round']) expect(() => iconModule(set, name)).toThrow(`The icon "${name}"`);
});
