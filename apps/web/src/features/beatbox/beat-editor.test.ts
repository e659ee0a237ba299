import { createRandom } from '@tactus/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newBeatNumber, watchAndNumberCurrentBeat } from '../../settings/beat-number.ts';
import { type BeatboxSettings, readBeat, readColumns } from '../../settings/beatbox-settings.ts';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { defaultSettings } from '../../settings/schema.ts';
import { SETTINGS_STORAGE_KEY } from '../../settings/settings-key.ts';
import { createSettingsStore } from '../../settings/settings-store.ts';
import {
  currentBeatOf,
  hasUnsavedChanges,
  isSavedBeatInEditor,
  playableEntriesOf,
  withBeatSettings,
  withDuplicatedBeat,
  withEmptyNewBeat,
  withLevels,
  withLoadedBeat,
  withoutSavedBeat,
  withPicture,
  withRenamedBeat,
  withSavedBeat,
} from './beat-editor.ts';
import { formatBeatFile, readBeatFile } from './beat-file.ts';
import { levelsAfterBrushStroke } from './brush.ts';
import { hasAnyStroke } from './played-laps.ts';
import { playbackContentOfSettings } from './use-beat-player.ts';

/** The beat box with this stored state, or none. */
function boxOf(stored: object = {}): BeatboxSettings {
  const storage = createMemoryStorage({ [SETTINGS_STORAGE_KEY]: JSON.stringify({ version: 2, beatbox: stored }) });
  const settings = createSettingsStore({ storage, log: { warn: () => undefined } });
  watchAndNumberCurrentBeat(settings, createRandom(3));
  return settings.state.getState().beatbox;
}

const fresh = (): BeatboxSettings => boxOf();
const EIGHT = /^[A-Za-z0-9]{8}$/;
const LEVELS = [10, undefined, 100, 40, undefined, undefined, 70, 20, undefined, 50];
const drawn = () => withLevels(fresh(), LEVELS);

describe('the beat box when it is first opened', () => {
  test('plays at 60 BPM over ten columns, fills points and closes the lap', () => {
    expect(currentBeatOf(fresh())).toEqual({
      ...{ levels: Array.from({ length: 10 }), height: 10, cellMs: 250, fillPoints: true, addEndPoint: true },
    });
    expect(playbackContentOfSettings(fresh())).toMatchObject({ tempoAtHalf: true, shuffle: false, playlist: [] });
    expect(hasAnyStroke('beat', playbackContentOfSettings(fresh()))).toBe(false);
  });

  test('reads a grid that was stored at 200-ms steps at the time of its columns', () => {
    const box = fresh();
    const stored = box.cellStates.map((column, index) => ({
      ...column,
      levels: column.levels.map((cell) => ({ ...cell, active: cell.level === LEVELS[index] })),
    }));
    expect(stored.map(({ at }) => at).slice(0, 3)).toEqual([0, 200, 400]);
    const old = { ...box, cellStates: stored };
    expect(readColumns(old).map(({ at }) => at)).toEqual([0, 250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000, 2_250]);
    expect(currentBeatOf(old)).toMatchObject({ levels: LEVELS, cellMs: 250 });
  });
});

describe('drawing', () => {
  test('writes the same to the points of the beat and the cells of the grid', () => {
    const { currentBeat, cellStates } = drawn();
    expect(currentBeat.activeCells.slice(0, 3)).toEqual([
      { at: 0, pos: 10 },
      { at: 500, pos: 100 },
      { at: 750, pos: 40 },
    ]);
    expect(cellStates[2]?.levels[0]).toEqual({ level: 100, active: true });
    expect(cellStates.flatMap(({ levels }) => levels).filter(({ active }) => active)).toHaveLength(6);
  });

  test('a brush stroke follows the line between two columns, and clears if it began on a set cell', () => {
    const from = { erases: false, column: 1, level: 20 };
    expect(
      levelsAfterBrushStroke({ levels: LEVELS, height: 10, from, to: { ...from, column: 4, level: 80 } }).slice(0, 6),
    ).toEqual([...[10, 20, 40, 60, 80, undefined]]);
    expect(levelsAfterBrushStroke({ levels: LEVELS, height: 10, from, to: { ...from, level: 90 } })[1]).toBe(90);
    const eraser = { ...from, erases: true, column: 3 };
    expect(
      levelsAfterBrushStroke({ levels: LEVELS, height: 10, from: eraser, to: { ...eraser, column: 2 } }).slice(2, 4),
    ).toEqual([...[undefined, undefined]]);
  });

  test('points stay in their columns at another tempo, move to the nearest level, and are removed with their column', () => {
    const quick = withBeatSettings(drawn(), { timePerCell: 125 });
    expect(currentBeatOf(quick)).toMatchObject({ levels: LEVELS, cellMs: 125 });
    expect(quick.currentBeat.activeCells[1]).toEqual({ at: 250, pos: 100 });
    const coarse = withBeatSettings(quick, { resolution: { height: 4, time: 5 } });
    expect(currentBeatOf(coarse).levels).toEqual([25, undefined, 100, 50, undefined]);
    expect(currentBeatOf(withBeatSettings(coarse, { resolution: { height: 4, time: 500 } })).levels).toHaveLength(32);
  });
});

describe('saved beats', () => {
  const random = createRandom(7);

  test('have a number of 8 random alphanumerics from the start, another for each, which saving does not change', () => {
    const numbers = Array.from({ length: 200 }, () => newBeatNumber(random));
    expect(numbers.every((uuid) => EIGHT.test(uuid))).toBe(true);
    expect(new Set(numbers).size).toBe(200);
    const { uuid } = fresh().currentBeat;
    expect(uuid).toMatch(EIGHT);
    const once = withSavedBeat(drawn(), 'Slow');
    const twice = withSavedBeat(withBeatSettings(once, { timePerCell: 300 }), 'Slower');
    expect(twice.beats).toEqual([expect.objectContaining({ uuid, name: 'Slower', version: 1 })]);
    const next = withEmptyNewBeat(twice, random).currentBeat.uuid;
    expect(next).toMatch(EIGHT);
    expect(next).not.toBe(uuid);
  });

  test('a beat without a number gets one, and an existing number does not change', () => {
    expect(boxOf({ currentBeat: { name: 'Old', uuid: '' } }).currentBeat).toMatchObject({
      name: 'Old',
      uuid: expect.stringMatching(EIGHT),
    });
    expect(boxOf({ currentBeat: { uuid: 'mine' } }).currentBeat.uuid).toBe('mine');
    const settings = createSettingsStore({ storage: createMemoryStorage(), log: { warn: () => undefined } });
    watchAndNumberCurrentBeat(settings, random);
    settings.update({ beatbox: defaultSettings().beatbox });
    expect(settings.state.getState().beatbox.currentBeat.uuid).toMatch(EIGHT);
  });

  test('have a picture, which is saved and exported with them', () => {
    const image = 'data:image/png;base64,AAAA';
    const box = withSavedBeat(withPicture(drawn(), image), 'Mine');
    expect(box.beats).toEqual([expect.objectContaining({ name: 'Mine', image })]);
    expect(readBeatFile(formatBeatFile(box.currentBeat), 'mine.funscript').beat.image).toBe(image);
    expect(hasUnsavedChanges(withPicture(box, ''))).toBe(true);
  });

  test('the editor reports when it differs from its saved beat', () => {
    expect([hasUnsavedChanges(fresh()), hasUnsavedChanges(drawn())]).toEqual([false, true]);
    const savedBeat = withSavedBeat(drawn(), 'A');
    expect(hasUnsavedChanges(savedBeat)).toBe(false);
    expect(hasUnsavedChanges(withBeatSettings(savedBeat, { timePerCell: 300 }))).toBe(true);
    expect(hasUnsavedChanges(withEmptyNewBeat(savedBeat, random))).toBe(false);
    expect(withEmptyNewBeat(savedBeat, random).currentBeat).toMatchObject({ name: '', activeCells: [] });
  });

  test('are duplicated, renamed and deleted, in the playlist too', () => {
    const savedBeat = withSavedBeat(drawn(), 'A');
    const { uuid } = savedBeat.currentBeat;
    const two = withRenamedBeat(withDuplicatedBeat(savedBeat, uuid, 'A (copy)', random), uuid, 'B');
    expect(two.beats.map(({ name }) => name)).toEqual(['B', 'A (copy)']);
    expect(new Set(two.beats.map((beat) => beat.uuid)).size).toBe(2);
    expect(two.currentBeat.name).toBe('B');
    const listed = { ...two, playlist: [{ uuid, repeats: 3 }, { uuid: 'missing0' }, { uuid, repeats: 'many' }] };
    expect(playableEntriesOf(listed).map(({ repeats }) => repeats)).toEqual([3, 1]);
    const less = withoutSavedBeat(listed, uuid);
    expect([less.beats.length, less.playlist, less.currentBeat.uuid]).toEqual([1, [{ uuid: 'missing0' }], uuid]);
    expect([isSavedBeatInEditor(listed), isSavedBeatInEditor(less), hasUnsavedChanges(less)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(withRenamedBeat(savedBeat, 'other', 'C').currentBeat.name).toBe('A');
  });
});

test('a beat that is painted, saved, played at another tempo, exported and imported again is the same beat', () => {
  const anyLevel = fc.option(
    fc.integer({ min: 1, max: 10 }).map((row) => row * 10),
    { nil: undefined },
  );
  fc.assert(
    fc.property(
      fc
        .array(anyLevel, { minLength: 10, maxLength: 10 })
        .filter((levels) => levels.some((level) => level !== undefined)),
      fc.integer({ min: 50, max: 1_000 }),
      fc.boolean(),
      (levels, timePerCell, fillPoints) => {
        const storage = createMemoryStorage();
        const open = () => createSettingsStore({ storage, log: { warn: () => undefined } });
        open().update({ beatbox: withSavedBeat(withLevels(fresh(), levels), 'Mine') });
        const reloaded = open().state.getState().beatbox;
        const changed = withBeatSettings(reloaded, { timePerCell, fillPoints });
        const { beat, leftOut } = readBeatFile(formatBeatFile(changed.currentBeat), 'mine.funscript');
        const again = withLoadedBeat(withEmptyNewBeat(changed, createRandom(1)), beat);
        expect(leftOut).toBe(0);
        expect(currentBeatOf(again)).toEqual(currentBeatOf(changed));
        expect({ ...again.currentBeat, uuid: changed.currentBeat.uuid }).toEqual(changed.currentBeat);
      },
    ),
    { numRuns: 60 },
  );
});

describe('files of others', () => {
  test('a funscript is placed on a grid and named after its file', () => {
    const actions = [0, 300, 600, 900, 1_200].map((at, index) => ({ at, pos: index % 2 === 0 ? 0 : 100 }));
    const { beat, leftOut } = readBeatFile(JSON.stringify({ actions }), 'other.funscript');
    expect(beat).toMatchObject({ name: 'other', uuid: '', settings: { timePerCell: 300, resolution: { time: 4 } } });
    expect([leftOut, currentBeatOf(withLoadedBeat(fresh(), beat)).levels]).toEqual([0, [10, 100, 10, 100]]);
  });

  test('one of ours whose points were edited elsewhere is read from its points', () => {
    const file = JSON.parse(formatBeatFile(drawn().currentBeat)) as { actions: { at: number; pos: number }[] };
    const actions = file.actions.map(({ at }) => ({ at, pos: 30 }));
    const { beat } = readBeatFile(JSON.stringify({ ...file, actions }), 'edited.funscript');
    expect(new Set(beat.activeCells.map(({ pos }) => pos))).toEqual(new Set([30]));
  });

  test('a CSV is read, and an invalid script is refused with the specification’s text', () => {
    expect(readBeatFile('0,10\n250,90\n', 'a.csv').beat.activeCells).toHaveLength(2);
    expect(() => readBeatFile('{"actions": ', 'bad.funscript')).toThrow('Invalid Json in script');
    expect(() => readBeatFile('{"actions": [{"at": 0, "pos": 5}]}', 'short.funscript')).toThrow(
      'Need at least 2 points',
    );
  });
});

test('a damaged stored beat is read as far as possible', () => {
  expect(readBeat({ name: 5, activeCells: 'none', settings: { timePerCell: -1 } })).toEqual(
    defaultSettings().beatbox.currentBeat,
  );
  expect(readBeat(null)).toEqual(defaultSettings().beatbox.currentBeat);
});
