import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { type ClickAudioContext, createClickPlayer } from './click-player.ts';
import { beatsAtTempo, createMetronome } from './metronome.ts';

function setUp() {
  const time = createFakeTime();
  const startMs = time.monotonic();
  const clicks: { atMs: number; isStrong: boolean }[] = [];
  let open = 0;
  const metronome = createMetronome({
    time,
    open() {
      open += 1;
      return {
        click: (inMs, isStrong) => clicks.push({ atMs: time.monotonic() + inMs - startMs, isStrong }),
        close: () => {
          open -= 1;
        },
      };
    },
    beatsBetween: (fromMs, toMs) => beatsAtTempo(startMs, 500, fromMs, toMs),
  });
  return { time, metronome, clicks, open: () => open };
}

test('every beat sounds once, at its moment, and every fourth strongly', async () => {
  const { time, metronome, clicks } = setUp();
  metronome.setOn(true);
  metronome.setOn(true);
  await time.run(4_900);
  expect(clicks.map(({ atMs }) => atMs)).toEqual([
    0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500, 5_000,
  ]);
  expect(clicks.filter(({ isStrong }) => isStrong).map(({ atMs }) => atMs)).toEqual([0, 2_000, 4_000]);
});

test('switched off it is silent and holds no audio context open', async () => {
  const { time, metronome, clicks, open } = setUp();
  metronome.setOn(true);
  await time.run(1_000);
  expect(open()).toBe(1);
  metronome.setOn(false);
  const before = clicks.length;
  await time.run(3_000);
  expect([clicks.length, open()]).toEqual([before, 0]);
  metronome.setOn(true);
  metronome.close();
  expect(open()).toBe(0);
});

describe('the clicks of a metronome', () => {
  /** A context whose clock the test sets; the browser may refuse to start it. */
  function setUpPlayer(state: AudioContextState) {
    const startsS: number[] = [];
    const asked = { times: 0 };
    const node = { connect: <Next>(next: Next) => next };
    const level = { value: 0, setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    const audio = {
      ...{ state, currentTime: 0, destination: {}, close: async () => undefined },
      async resume() {
        asked.times += 1;
      },
      createOscillator: () => ({
        ...{ ...node, frequency: { value: 0 }, stop: () => undefined },
        start: (atS: number) => startsS.push(atS),
      }),
      createGain: () => ({ ...node, gain: level }),
    };
    const page = new EventTarget();
    // Only the used part of a context.
    const player = createClickPlayer(audio as unknown as ClickAudioContext, page);
    return { player, audio, page, startsS, asked };
  }

  test('sound at their time on the clock of the sound', () => {
    const { player, audio, startsS } = setUpPlayer('running');
    audio.currentTime = 3;
    player.click(150, true);
    expect(startsS).toEqual([3.15]);
  });

  test('are not kept for later while the browser allows no sound yet', () => {
    const { player, audio, startsS } = setUpPlayer('suspended');
    for (let beat = 0; beat < 4; beat += 1) player.click(0, false);
    expect(startsS).toEqual([]);
    Object.assign(audio, { state: 'running', currentTime: 0.5 });
    player.click(0, false);
    expect(startsS).toEqual([0.5]);
  });

  test.each(['pointerdown', 'pointerup', 'keydown'])(
    'are asked for again at the next %s, until they are allowed',
    (name) => {
      const { audio, page, asked } = setUpPlayer('suspended');
      expect(asked.times).toBe(1);
      page.dispatchEvent(new Event(name));
      expect(asked.times).toBe(2);
      audio.state = 'running';
      page.dispatchEvent(new Event(name));
      expect(asked.times).toBe(2);
    },
  );

  test('are not asked for any more once the metronome is off', () => {
    const { player, page, asked } = setUpPlayer('suspended');
    player.close();
    page.dispatchEvent(new Event('keydown'));
    expect(asked.times).toBe(1);
  });
});
