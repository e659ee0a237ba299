import { createRandom } from '@tactus/time';
import { describe, expect, test } from 'vitest';
import type { BeatboxSettings } from '../../settings/beatbox-settings.ts';
import { defaultSettings } from '../../settings/schema.ts';
import {
  currentBeatOf,
  withBeatSettings,
  withEmptyNewBeat,
  withLevels,
  withPicture,
  withSavedBeat,
  withStepUndone,
} from './beat-editor.ts';

const LEVELS = [10, undefined, 100, 40, undefined, undefined, 70, 20, undefined, 50];
const drawn = () => withLevels(withEmptyNewBeat(defaultSettings().beatbox, createRandom(3)), LEVELS);

describe('undoing a step', () => {
  /** The editor after a step, later changes and the undoing of the step. */
  function undone(
    before: BeatboxSettings,
    step: (box: BeatboxSettings) => BeatboxSettings,
    later: (box: BeatboxSettings) => BeatboxSettings,
  ): BeatboxSettings {
    const after = step(before);
    return withStepUndone(later(after), { before: before.currentBeat, after: after.currentBeat });
  }
  const named = (box: BeatboxSettings, name: string) => ({ ...box, currentBeat: { ...box.currentBeat, name } });
  const clear = (box: BeatboxSettings) =>
    withLevels(
      box,
      LEVELS.map(() => undefined),
    );

  test('takes back what it drew, and leaves a name that was given since, by a save too', () => {
    expect(undone(drawn(), clear, (box) => named(box, 'Waves'))).toEqual(named(drawn(), 'Waves'));
    expect(undone(drawn(), clear, (box) => withSavedBeat(box, 'Waves')).currentBeat.name).toBe('Waves');
  });

  test('leaves a tempo that was set since, and the points in their columns', () => {
    const box = undone(drawn(), clear, (now) => withBeatSettings(now, { timePerCell: 125 }));
    expect(box).toEqual(withBeatSettings(drawn(), { timePerCell: 125 }));
    expect(currentBeatOf(box)).toMatchObject({ levels: LEVELS, cellMs: 125 });
  });

  test('takes back another size of the grid with the points that it moved, and no tempo', () => {
    const smaller = (box: BeatboxSettings) => withBeatSettings(box, { resolution: { height: 4, time: 5 } });
    expect(undone(drawn(), smaller, (box) => withBeatSettings(box, { timePerCell: 125 }))).toEqual(
      withBeatSettings(drawn(), { timePerCell: 125 }),
    );
  });

  test('takes back a picture alone', () => {
    const image = 'data:image/png;base64,AAAA';
    const box = undone(
      drawn(),
      (now) => withPicture(now, image),
      (now) => named(now, 'Waves'),
    );
    expect(box).toEqual(named(drawn(), 'Waves'));
  });

  test('brings back the whole beat that another one had replaced, with its name', () => {
    const first = named(drawn(), 'First');
    const open = (box: BeatboxSettings) => withEmptyNewBeat(box, createRandom(5));
    expect(undone(first, open, (box) => named(box, 'Second'))).toEqual(first);
  });
});
