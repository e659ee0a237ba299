import { expect, test } from 'vitest';
import { passesContentFilters } from './content-filter.ts';

const CARDS = { none: [], oh: ['all', 'oh'], jp: ['free', 'jp'], both: ['oh', 'jp'], other: ['vr'] };
const shown = (femaleContentFilter: boolean, japaneseContentFilter: boolean) =>
  Object.entries(CARDS).flatMap(([name, tags]) =>
    passesContentFilters(tags, { femaleContentFilter, japaneseContentFilter }) ? [name] : [],
  );

test('without a filter everything is shown', () => {
  expect(shown(false, false)).toEqual(['none', 'oh', 'jp', 'both', 'other']);
});

test('the female filter shows content tagged for Oh and content without tags', () => {
  expect(shown(true, false)).toEqual(['none', 'oh', 'both']);
});

test('the Japanese filter shows content tagged jp and content without tags', () => {
  expect(shown(false, true)).toEqual(['none', 'jp', 'both']);
});

test('both filters show content that passes both', () => {
  expect(shown(true, true)).toEqual(['none', 'both']);
});
