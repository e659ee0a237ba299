import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createScriptedPlayer } from '../testing/scripted-player.ts';
import { startVideoSync } from './start-video-sync.ts';
import { createTimelineMedia, type SharedTimeline } from './timeline-media.ts';

const AHEAD_MS = 77_000;
const STANDING: SharedTimeline = { playing: false, positionMs: 0, atMs: 0, rate: 1 };

function setUp({ durationMs = 600_000 } = {}) {
  const time = createFakeTime();
  const serverNow = () => time.monotonic() + AHEAD_MS;
  let left = 0;
  const onLeft = () => {
    left += 1;
  };
  const media = createTimelineMedia({ time, durationMs, serverNow, onLeft });
  const events: string[] = [];
  for (const event of ['play', 'pause', 'ratechange'] as const) media.on(event, () => events.push(event));
  const follow = (changes: Partial<SharedTimeline>) => media.follow({ ...STANDING, atMs: serverNow(), ...changes });
  return { time, media, events, follow, serverNow, left: () => left };
}

test('has the timeline’s position by the shared clock, and emits play and pause once', () => {
  const { time, media, events, follow } = setUp();
  follow({ playing: true, positionMs: 5_000, rate: 2 });
  time.advance(1_000);
  expect([media.timeMs(), media.rate(), media.isPaused()]).toEqual([7_000, 2, false]);
  follow({ positionMs: 7_100 });
  time.advance(5_000);
  expect([media.timeMs(), media.isPaused()]).toEqual([7_100, true]);
  expect(events).toEqual(['play', 'pause']);
});

test('stands at the start of a future play', () => {
  const { time, media, follow, serverNow } = setUp();
  follow({ playing: true, positionMs: 3_000, atMs: serverNow() + 500 });
  time.advance(400);
  expect(media.timeMs()).toBe(3_000);
  time.advance(200);
  expect(media.timeMs()).toBe(3_100);
});

test('continues unchanged until a seek or another rate begins', () => {
  const { time, media, events, follow, serverNow } = setUp();
  follow({ playing: true });
  time.advance(1_000);
  follow({ playing: true, positionMs: 90_000, rate: 0.5, atMs: serverNow() + 500 });
  time.advance(400);
  expect([media.timeMs(), media.rate()]).toEqual([1_400, 1]);
  time.advance(300);
  expect([media.timeMs(), media.rate()]).toEqual([90_100, 0.5]);
  expect(events).toEqual(['play', 'ratechange']);
});

test('a pause takes effect at once, whatever was scheduled', () => {
  const { time, media, follow, serverNow } = setUp();
  follow({ playing: true });
  time.advance(1_000);
  follow({ playing: true, positionMs: 90_000, atMs: serverNow() + 500 });
  follow({ positionMs: 1_000 });
  time.advance(10_000);
  expect([media.timeMs(), media.isPaused()]).toEqual([1_000, true]);
});

test('is paused at its end', () => {
  const { time, media, events, follow } = setUp({ durationMs: 2_000 });
  follow({ playing: true });
  time.advance(2_500);
  expect([media.timeMs(), media.isPaused(), media.runs()]).toEqual([2_000, true, false]);
  expect(events).toEqual(['play', 'pause']);
});

test('an offset moves only this medium, within the script', () => {
  const { time, media, follow } = setUp();
  follow({ playing: true });
  media.setOffset(-300);
  expect(media.timeMs()).toBe(0);
  time.advance(1_000);
  expect([media.timeMs(), media.timelineMs()]).toEqual([700, 1_000]);
});

test('a pause of this medium leaves the timeline for good, which is reported once', () => {
  const { time, media, events, follow, left } = setUp();
  follow({ playing: true });
  media.pause();
  media.pause();
  follow({ playing: true });
  time.advance(1_000);
  expect([media.isPaused(), media.runs(), left()]).toEqual([true, true, 1]);
  expect(events).toEqual(['play', 'pause']);
});

test('cannot be moved by the buttons of a device', async () => {
  const { time, media, follow } = setUp();
  follow({ playing: true });
  await media.play();
  media.seekTo(300_000);
  media.setRate(2);
  time.advance(1_000);
  expect([media.timeMs(), media.rate()]).toEqual([1_000, 1]);
});

test('a device follows it: it plays, jumps and stops as the timeline does', async () => {
  const { time, media, follow } = setUp();
  const player = createScriptedPlayer(time);
  const sync = startVideoSync({ device: player.device, media, time });
  await time.run(2_000);
  expect(player.commands).toEqual([]);
  follow({ playing: true, positionMs: 30_000 });
  await time.run(1_000);
  expect(player.plays()).toBe(true);
  follow({ playing: true, positionMs: 120_000 });
  await time.run(1_000);
  expect(player.of('play').at(-1)?.input).toMatchObject({ start_time: expect.closeTo(120_050, -3) });
  follow({ positionMs: 121_000 });
  await time.run(500);
  expect(player.plays()).toBe(false);
  sync.close();
  media.close();
});

test('a device that is stopped leaves it', async () => {
  const { time, media, follow, left } = setUp();
  const player = createScriptedPlayer(time);
  const sync = startVideoSync({ device: player.device, media, time });
  follow({ playing: true });
  await time.run(1_000);
  player.patch({ stopPhase: 'stopping' });
  expect(left()).toBe(1);
  await time.run(5_000);
  expect(player.of('play')).toHaveLength(1);
  sync.close();
});
