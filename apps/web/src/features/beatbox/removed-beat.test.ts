import { describe, expect, test } from 'vitest';
import { type BeatboxSettings, readBeat } from '../../settings/beatbox-settings.ts';
import { defaultSettings } from '../../settings/schema.ts';
import { withoutSavedBeat } from './beat-editor.ts';
import { captureBeatBeforeRemoval, type RemovedBeat, withRestoredBeat } from './removed-beat.ts';

const beatOf = (uuid: string) => readBeat({ version: 1, name: `Beat ${uuid}`, uuid });
const boxOf = (beats: string[], playlist: string[]): BeatboxSettings => ({
  ...defaultSettings().beatbox,
  beats: beats.map(beatOf),
  playlist: playlist.map((uuid, index) => ({ uuid, repeats: index + 1 })),
});
const namesOf = ({ beats, playlist }: BeatboxSettings) => [
  beats.map(({ uuid }) => uuid).join(''),
  playlist.map(({ uuid, repeats }) => `${uuid}${String(repeats)}`).join(' '),
];

/** The data for restoring an existing beat. */
function remembered(box: BeatboxSettings, uuid: string): RemovedBeat {
  const removed = captureBeatBeforeRemoval(box, uuid);
  if (removed === undefined) throw new Error('There is no such beat');
  return removed;
}

describe('a restored beat', () => {
  const box = boxOf(['a', 'b', 'c'], ['b', 'a', 'b', 'c']);

  test('is at its place, in the playlist too, as if nothing had been removed', () => {
    expect(withRestoredBeat(withoutSavedBeat(box, 'b'), remembered(box, 'b'))).toEqual(box);
  });

  test('is the beat in the editor again, unless another is there by now', () => {
    const opened = { ...box, currentBeat: beatOf('b') };
    expect(withRestoredBeat(withoutSavedBeat(opened, 'b'), remembered(opened, 'b'))).toEqual(opened);
    const another = { ...withoutSavedBeat(opened, 'b'), currentBeat: { ...beatOf('x'), name: 'New' } };
    expect(withRestoredBeat(another, remembered(opened, 'b')).currentBeat).toEqual(another.currentBeat);
  });

  test('does not change what was saved, added and ordered since', () => {
    const since = withoutSavedBeat(box, 'b');
    const now = {
      ...since,
      beats: [...since.beats, beatOf('d')].reverse(),
      playlist: [...since.playlist, { uuid: 'd', repeats: 9 }],
    };
    expect(namesOf(withRestoredBeat(now, remembered(box, 'b')))).toEqual(['dbca', 'b1 a2 b3 c4 d9']);
  });

  test('is the last one where the lists are shorter by now', () => {
    const last = remembered(boxOf(['a', 'b', 'c'], ['a', 'b', 'c']), 'c');
    expect(namesOf(withRestoredBeat(boxOf(['b'], []), last))).toEqual(['bc', 'c3']);
  });

  test('changes nothing where it exists already', () => {
    expect(withRestoredBeat(box, remembered(box, 'b'))).toBe(box);
  });

  test('is undefined where it never existed', () => {
    expect(captureBeatBeforeRemoval(box, 'z')).toBeUndefined();
  });
});
