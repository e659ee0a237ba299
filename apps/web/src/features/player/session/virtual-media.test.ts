import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { loopSpanBetween, repeatLoopSpan } from './ab-loop.ts';
import { pauseAfterSleep } from './pause-after-sleep.ts';
import { MEDIUM_CHANGE_EVENTS, type PlayableMedium, seekTo, stepPlaybackRate } from './playable-medium.ts';
import { createVirtualMedia } from './virtual-media.ts';

function setUp(durationS = 10) {
  const time = createFakeTime();
  const media = createVirtualMedia(time, durationS);
  const events: string[] = [];
  for (const name of MEDIUM_CHANGE_EVENTS) media.addEventListener(name, () => events.push(name));
  return { time, media, events };
}

describe('the clock of a script that plays alone', () => {
  test('runs while it plays, at its rate, and stops while paused', async () => {
    const { time, media } = setUp();
    await media.play();
    await time.run(1_000);
    expect(media.currentTime).toBeCloseTo(1);
    media.playbackRate = 2;
    await time.run(1_000);
    expect(media.currentTime).toBeCloseTo(3);
    media.pause();
    await time.run(1_000);
    expect(media.currentTime).toBeCloseTo(3);
  });

  test('ends at its end, and restarts when it is played again', async () => {
    const { time, media, events } = setUp();
    seekTo(media, 99);
    expect(media.currentTime).toBe(10);
    seekTo(media, 9);
    await media.play();
    await time.run(2_000);
    expect([media.paused, media.ended, media.currentTime]).toEqual([true, true, 10]);
    expect(events).toEqual(['seeking', 'seeked', 'seeking', 'seeked', 'play', 'playing', 'pause', 'ended']);
    await media.play();
    await time.run(500);
    expect(media.currentTime).toBeCloseTo(0.5);
    expect(media.ended).toBe(false);
  });

  test('stays at its time when it is closed, and emits nothing more', async () => {
    const { time, media, events } = setUp();
    await media.play();
    await time.run(3_000);
    media.close();
    const before = [...events];
    await time.run(20_000);
    expect([media.paused, media.currentTime, events]).toEqual([true, 3, before]);
  });

  test('loops', async () => {
    const { time, media } = setUp();
    media.loop = true;
    await media.play();
    await time.run(12_000);
    expect(media.currentTime).toBeCloseTo(2);
    expect(media.paused).toBe(false);
  });
});

describe('a loop from A to B', () => {
  test('goes back to A at B, also after a seek and at another rate', async () => {
    const { time, media } = setUp();
    const stop = repeatLoopSpan(media, time, { startS: 2, endS: 6 });
    seekTo(media, 3);
    await media.play();
    await time.run(3_500);
    expect(media.currentTime).toBeCloseTo(2.5);
    media.playbackRate = 2;
    await time.run(2_000);
    expect(media.currentTime).toBeCloseTo(2.5);
    seekTo(media, 8);
    expect(media.currentTime).toBeCloseTo(2);
    stop();
    await time.run(1_500);
    expect(media.currentTime).toBeCloseTo(5);
  });

  test('has laps long enough to leave requests to others, and stays within the medium', () => {
    const { media } = setUp();
    const lastS = media.duration;
    expect(loopSpanBetween({ startS: 2, endS: 6 }, media)).toEqual({ startS: 2, endS: 6 });
    expect(loopSpanBetween({ startS: 2, endS: 2.5 }, media)).toEqual({ startS: 2, endS: 4 });
    expect(loopSpanBetween({ startS: lastS - 1, endS: lastS - 0.5 }, media)).toEqual({
      startS: lastS - 2.25,
      endS: lastS - 0.25,
    });
    media.playbackRate = 2;
    expect(loopSpanBetween({ startS: 2, endS: 2.5 }, media)).toEqual({ startS: 2, endS: 6 });
  });

  test('goes back before the medium would stop at its end', async () => {
    const { time, media } = setUp();
    repeatLoopSpan(media, time, { startS: 9, endS: 9.9 });
    seekTo(media, 9);
    await media.play();
    await time.run(5_000);
    expect([media.paused, media.ended]).toEqual([false, false]);
    media.playbackRate = 2;
    await time.run(20_000);
    expect([media.paused, media.ended]).toEqual([false, false]);
  });

  test('lets a person seek elsewhere while nothing plays', () => {
    const { time, media } = setUp();
    repeatLoopSpan(media, time, { startS: 2, endS: 4 });
    seekTo(media, 8);
    expect(media.currentTime).toBe(8);
  });
});

test('the rate changes by steps between a quarter and twice', () => {
  expect(stepPlaybackRate(1, 0.1)).toBe(1.1);
  expect(stepPlaybackRate(1.95, 0.1)).toBe(2);
  expect(stepPlaybackRate(0.3, -0.1)).toBe(0.25);
});

test('the rate goes on in tenths after the slowest one, and after any between two tenths', () => {
  expect(stepPlaybackRate(0.25, 0.1)).toBe(0.3);
  expect(stepPlaybackRate(0.25, -0.1)).toBe(0.25);
  expect(stepPlaybackRate(1.95, -0.1)).toBe(1.9);
  expect([stepPlaybackRate(0.3, 0.1), stepPlaybackRate(0.7, 0.1), stepPlaybackRate(1.2, -0.1)]).toEqual([
    0.4, 0.8, 1.1,
  ]);
});

describe.each(['counts', 'stands'] as const)('after the machine slept, and its monotonic clock %s', (monotonic) => {
  test.each([false, true])('a script that plays alone is paused where it was (repeated: %s)', async (loop) => {
    const { time, media, events } = setUp();
    media.loop = loop;
    await media.play();
    await time.run(9_500);
    time.suspend(3_600_000, monotonic);
    await time.run(5_000);
    expect([media.paused, events.includes('ended')]).toEqual([true, false]);
    expect(Math.abs(media.currentTime - 9.5)).toBeLessThan(0.5);
    expect(time.pending()).toBe(0);
    await media.play();
    await time.run(100);
    expect(media.paused).toBe(false);
  });

  test('a film is paused, and nothing watches it any more', () => {
    const time = createFakeTime();
    const film = Object.assign(new EventTarget(), { paused: true });
    const set = (paused: boolean) => {
      film.paused = paused;
      film.dispatchEvent(new Event(paused ? 'pause' : 'play'));
    };
    const element = Object.assign(film, { pause: () => set(true) }) as unknown as PlayableMedium; // No other part is used.
    let sleeps = 0;
    pauseAfterSleep(element, { time, heartbeat: time.every, onSlept: () => (sleeps += 1) });
    expect(time.pending()).toBe(0);
    set(false);
    time.advance(3_000);
    expect(film.paused).toBe(false);
    time.suspend(3_600_000, monotonic);
    time.advance(1_000);
    expect([film.paused, sleeps, time.pending()]).toEqual([true, 1, 0]);
  });
});
