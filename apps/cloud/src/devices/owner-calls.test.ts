import { calls } from '@tactus/protocol';
import { expect, test } from 'vitest';
import { changesPlayerContent, isOwnerTakingControl } from './owner-calls.ts';

const names = calls.map(({ name }) => name);

test('an owner takes over by what starts or prepares a motion, and by what restarts the device', () => {
  expect(names.filter(isOwnerTakingControl).toSorted()).toEqual(
    [
      ...(['hamp.start', 'hvp.setState', 'hvp.start', 'info.setMode', 'info.setMode2'] as const),
      ...(['hdsp.xat', 'hdsp.xava', 'hdsp.xavp', 'hdsp.xpt', 'hdsp.xpva', 'hdsp.xpvp'] as const),
      ...(['hsp.play', 'hsp.resume', 'hsp.setup', 'hssp.play', 'hssp.resume', 'hssp.setup'] as const),
      ...(['ota.updateFixed', 'ota.updateLatest', 'ota.updateVersion', 'system.reboot'] as const),
      ...(['stream.play', 'stream.setup'] as const),
    ].toSorted(),
  );
});

test('all that scripts and streams change is changed in the one player of the device; their reads are not', () => {
  const expected = names.filter((name) => /^(hsp|hssp|stream)\.(?!state$)/.test(name));
  expect(names.filter(changesPlayerContent)).toEqual(expected);
});
