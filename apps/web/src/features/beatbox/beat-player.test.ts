import { describe, expect, test } from 'vitest';
import type { PlaybackSourceContent, PlayedBeat } from './played-laps.ts';
import { beatMachine } from './testing/beat-machine.ts';

const beat: PlayedBeat = {
  ...{ levels: [10, 60, 100, 50, 20, 80, 100, 40, 10, 70], fillPoints: true, addEndPoint: true, cellMs: 250 },
};
const LAP_MS = 1_000;
const content: PlaybackSourceContent = { beat, playlist: [], shuffle: false, tempoAtHalf: true };
/** A change adds a joining point; the points of the columns remain. */
const atColumns = (points: readonly { t: number; x: number }[], from: number, step: number) =>
  points.filter(({ t }) => t >= from && (t - from) % step === 0).map(({ x }) => x);
const gapsOf = (points: readonly { t: number }[]) => points.slice(1).map(({ t }, index) => t - (points[index]?.t ?? 0));

describe('a beat on a device', () => {
  test('has no gap and no double point at 1000 loop seams', async () => {
    const { player, time, errors, playedUntil, streamNow } = await beatMachine({
      ...content,
      beat: { ...beat, cellMs: 100 },
    });
    player.play('beat');
    await time.run(1_002 * LAP_MS);
    const played = playedUntil(1_000 * LAP_MS);
    expect(streamNow()).toBeGreaterThan(1_000 * LAP_MS);
    expect(played).toHaveLength(10_000);
    expect(new Set(gapsOf(played))).toEqual(new Set([100]));
    played.forEach(({ t, x }, index) => {
      expect(x, `at ${t} ms`).toBe(beat.levels[index % 10]);
    });
    expect([errors, player.state.getState().phase]).toEqual([[], 'playing']);
  });

  test('changes its tempo in the middle of the lap while it plays, without a gap', async () => {
    const { player, time, playedUntil } = await beatMachine(content);
    player.play('beat');
    await time.run(3_000);
    player.change({ ...content, beat: { ...beat, cellMs: 125 } });
    await time.run(4_000);
    // The second lap goes from 2500 ms on; its middle is at 3750 ms, its end at 4375 ms.
    const played = playedUntil(6_800);
    expect(atColumns(played, 0, 250).slice(0, 12)).toEqual([...beat.levels, 10, 60]);
    expect(atColumns(played, 3_500, 250).slice(0, 2)).toEqual([20, 80]);
    expect(atColumns(played, 3_750, 125).slice(0, 15)).toEqual([80, 100, 40, 10, 70, ...beat.levels]);
    expect(gapsOf(played.filter(({ t }) => t >= 3_750)).every((gap) => gap === 125)).toBe(true);
    expect(player.state.getState().phase).toBe('playing');
  });

  test('applies changed points from a future moment on, and stops where none is left', async () => {
    const { player, time, playedUntil, isPlaying } = await beatMachine(content);
    player.play('beat');
    await time.run(1_000);
    const other = { ...beat, levels: beat.levels.map((level) => (level === 100 ? 90 : level)) };
    player.change({ ...content, beat: { ...other, levels: [10] } });
    player.change({ ...content, beat: other });
    await time.run(3_000);
    expect(playedUntil(1_000).some(({ x }) => x === 100)).toBe(true);
    expect(playedUntil(3_900).filter(({ t }) => t > 2_500)).toContainEqual({ t: 3_000, x: 90 });
    player.change({ ...content, beat: { ...beat, levels: [undefined, undefined] } });
    await time.run(1_500);
    expect([isPlaying(), player.state.getState().what]).toEqual([false, undefined]);
    player.play('playlist');
    expect(player.state.getState().what).toBeUndefined();
  });

  test('reports its place, and the due beats', async () => {
    const { player, time } = await beatMachine(content);
    expect(player.now()).toBeUndefined();
    expect(player.beatsBetween(0, 1e9)).toEqual([]);
    player.play('beat');
    await time.run(2_000);
    const { column = 0 } = player.now() ?? {};
    expect(column).toBeGreaterThan(7);
    expect(column).toBeLessThan(8.1);
    const nowMs = time.monotonic();
    const due = player.beatsBetween(nowMs, nowMs + 10_000);
    expect(due).toHaveLength(10);
    expect(new Set(gapsOf(due.map(({ atMs }) => ({ t: Math.round(atMs) }))))).toEqual(new Set([1_000]));
    expect(due.some(({ isFirst }) => isFirst)).toBe(true);
  });
});

describe('a playlist on a device', () => {
  const slow = { ...beat, levels: [10, 50], cellMs: 500 };
  const quick = { ...beat, levels: [20, 80], cellMs: 200 };
  const playlist = [
    { uuid: 'slow', repeats: 1, played: slow },
    { uuid: 'quick', repeats: 2, played: quick },
  ];

  test('plays beats of their own tempo one after another, with their repeats, without a gap', async () => {
    const { player, time, playedUntil } = await beatMachine({ ...content, playlist });
    player.play('playlist');
    await time.run(6_000);
    expect(playedUntil(3_600).map(({ t, x }) => [t, x])).toEqual([
      ...[
        [0, 10],
        [500, 50],
        [1_000, 20],
        [1_200, 80],
        [1_400, 20],
        [1_600, 80],
      ],
      ...[
        [1_800, 10],
        [2_300, 50],
        [2_800, 20],
        [3_000, 80],
        [3_200, 20],
        [3_400, 80],
      ],
    ]);
    expect(player.now()?.uuid).toMatch(/slow|quick/);
  });

  test('begins after the lap of the beat that plays, and a shuffled one plays every beat', async () => {
    const { player, time, playedUntil, device } = await beatMachine({ ...content, playlist, shuffle: true }, 3);
    player.play('beat');
    await time.run(1_000);
    player.play('playlist');
    await time.run(9_000);
    expect(atColumns(playedUntil(2_500), 1_250, 250)).toEqual([80, 100, 40, 10, 70]);
    const levels = new Set(
      playedUntil(8_000)
        .filter(({ t }) => t >= 2_500)
        .map(({ x }) => x),
    );
    expect(levels).toEqual(new Set([10, 50, 20, 80]));
    player.change({ ...content, playlist: playlist.slice(1) });
    await time.run(6_000);
    expect(player.now()?.uuid).toBe('quick');
    player.stop();
    await time.run(1_000);
    expect([player.state.getState().what, device.store.getState().hsp.play_state]).toEqual([undefined, 2]);
    player.play('playlist');
    await time.run(500);
    player.close();
    await time.run(1_000);
    expect(device.store.getState().hsp.play_state).toBe(2);
  });
});

describe.each(['counts', 'stands'] as const)('after the machine slept, and its monotonic clock %s', (monotonic) => {
  test.each([5_000, 59_900])(
    'a beat that had played for %d ms is stopped, and nothing moves any more',
    async (playedMs) => {
      const { player, time, cloud, isPlaying, sleeps } = await beatMachine(content);
      player.play('beat');
      await time.run(playedMs);
      cloud.requests.length = 0;
      time.suspend(20_000, monotonic);
      await time.run(120_000);
      expect(isPlaying()).toBe(false);
      expect(player.state.getState()).toMatchObject({ what: undefined, phase: 'stopped' });
      expect(cloud.lines().filter((line) => line === 'PUT /hsp/play' || line === 'PUT /hsp/add')).toEqual([]);
      expect(sleeps).toHaveLength(1);
    },
  );
});
