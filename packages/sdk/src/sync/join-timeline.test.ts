import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { Device } from '../device-api.ts';
import { createScriptedPlayer } from '../testing/scripted-player.ts';
import { joinTimeline } from './join-timeline.ts';
import { hsspPlayback } from './playback.ts';

function setUp() {
  const time = createFakeTime();
  const player = createScriptedPlayer(time);
  let left = 0;
  const silences: number[] = [];
  const limitSilence = (ms: number) => {
    silences.push(ms);
    return () => void silences.pop();
  };
  const share = joinTimeline({
    // With a playback of its own nothing else of a device is used.
    device: { ...player.device, hold: { limitSilence } } as unknown as Device,
    ...{ time, features: undefined, serverNow: () => time.now(), playback: hsspPlayback(player.device) },
    points: [
      { t: 0, x: 0 },
      { t: 60_000, x: 100 },
    ],
    onLeft() {
      left += 1;
    },
  });
  onTestFinished(share.leave);
  const follow = (playing: boolean) => share.follow({ playing, positionMs: 1_000, atMs: time.now(), rate: 1 });
  return { time, player, share, follow, silences, left: () => left };
}

test('follows the timeline, with its own offset, until it leaves', async () => {
  const { time, player, share, follow, left } = setUp();
  share.setOffset(500);
  follow(true);
  await time.run(1_000);
  expect(player.of('play')[0]?.input).toMatchObject({ start_time: expect.closeTo(1_540, -2) });
  expect(share.sync.getState().phase).toBe('following');
  share.leave();
  share.leave();
  await time.run(1_000);
  expect([player.plays(), left()]).toEqual([false, 0]);
});

test('limits the silence to ten seconds for as long as it takes part', () => {
  const { share, silences } = setUp();
  expect(silences).toEqual([10_000]);
  share.leave();
  share.leave();
  expect(silences).toEqual([]);
});

test('leaves for good after a Stop or a new session, also while the timeline is paused', async () => {
  for (const change of [{ stopPhase: 'stopping' }, { session_id: '01HZ0002' }] as const) {
    const { time, player, follow, left } = setUp();
    follow(false);
    player.patch(change);
    expect(left()).toBe(1);
    follow(true);
    await time.run(5_000);
    expect(player.commands).toEqual([]);
  }
});
