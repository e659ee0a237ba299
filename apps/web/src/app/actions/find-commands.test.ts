import { expect, test } from 'vitest';
import { findCommands } from './find-commands.ts';

const commands = [
  { name: 'ランダム', summary: 'ストロークを自動で選ぶ' },
  { name: 'Gerät wählen' },
  { name: 'Zufall', summary: 'Wählt Hub und Tempo' },
  { name: 'Vibration', alias: 'hvp' },
];
const found = (typed: string) => findCommands(commands, typed).map(({ name }) => name);

test('a typed text is found in any case and width, in either kana, and without accents', () => {
  for (const typed of ['ランダム', 'らんだむ', 'ﾗﾝﾀﾞﾑ']) expect(found(typed)).toEqual(['ランダム']);
  expect(found('GERAT')).toEqual(['Gerät wählen']);
  expect(found('gerät')).toEqual(['Gerät wählen']);
  expect(found('カンタム')).toEqual([]);
});

test('every word must match; names that begin with it come first', () => {
  expect(found('hub tempo')).toEqual(['Zufall']);
  expect(found('w')).toEqual(['Gerät wählen', 'Zufall']);
  expect(found('wähl')).toEqual(['Gerät wählen', 'Zufall']);
  expect(found('zu')).toEqual(['Zufall']);
});

test('a page is found by its path, too', () => {
  expect(found('hvp')).toEqual(['Vibration']);
});
