/** A device that follows a shared timeline, against the real cloud and the virtual device. */
import { HspPlayState } from '@tactus/protocol';
import { createClient, createCloudClock, joinTimeline, LEAD_IN_SPEED_MM_S, type SharedTimeline } from '@tactus/sdk';
import { describe, expect, onTestFinished, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { virtualWorld } from '../sdk/cloud-in-virtual-time.ts';

const IN_STEP_MS = 20;
/** Several round trips behind the vendor's cloud: a start reads, moves to the start, reads and plays. */
const IN_BY_MS = 9_000;

const POINTS = Array.from({ length: 1_200 }, (_, index) => ({ t: index * 500, x: index % 2 === 0 ? 15 : 85 }));

describe.each(profiles)('under the profile %s', (profile) => {
  async function setUp() {
    const world = await virtualWorld({ profile });
    const { time, virtual } = world;
    const device = await world.connected();
    const client = createClient({
      baseUrl: 'http://localhost/api/handy-rest/v3',
      apiKey: 'any',
      fetch: world.fetch,
      time,
    });
    const clock = createCloudClock({ client, time });
    onTestFinished(clock.close);
    await world.settled(clock.known());
    let left = 0;
    const join = () => {
      const share = joinTimeline({
        ...{ device, time, features: undefined, points: POINTS, serverNow: () => clock.serverAt() },
        onLeft() {
          left += 1;
        },
      });
      onTestFinished(share.leave);
      return share;
    };
    const timeline = (changes: Partial<SharedTimeline>): SharedTimeline => ({
      ...{ playing: true, positionMs: 0, atMs: time.now(), rate: 1 },
      ...changes,
    });
    const player = () => virtual.call('hsp.state', {});
    /** The error of the device's script against the timeline, ms. */
    async function offMs({ positionMs, atMs, rate }: SharedTimeline): Promise<number> {
      const { current_time, play_state } = await player();
      if (play_state !== HspPlayState.PLAYING) return Number.POSITIVE_INFINITY;
      return Math.abs(current_time - (positionMs + (time.now() - atMs) * rate));
    }
    async function inStep(with_: SharedTimeline): Promise<void> {
      let worstMs = 0;
      for (let looks = 0; looks < 100; looks += 1) {
        await time.run(20);
        worstMs = Math.max(worstMs, await offMs(with_));
      }
      expect(worstMs).toBeLessThan(IN_STEP_MS);
    }
    const isStill = async () => (await virtual.call('slider.state', {})).speed_absolute === 0;
    return { ...{ world, time, virtual, device, join, timeline, player, inStep, isStill }, left: () => left };
  }

  test('joins late at a bounded speed, and is in step', async () => {
    const { time, virtual, join, timeline, inStep } = await setUp();
    const playing = timeline({ positionMs: 100_000, atMs: time.now() - 30_250 });
    join().follow(playing);
    let fastestMmS = 0;
    for (let passedMs = 0; passedMs < 700; passedMs += 10) {
      await time.run(10);
      fastestMmS = Math.max(fastestMmS, Math.abs((await virtual.call('slider.state', {})).speed_absolute));
    }
    expect(fastestMmS).toBeLessThanOrEqual(LEAD_IN_SPEED_MM_S * 1.1);
    await time.run(IN_BY_MS);
    await inStep(playing);
  });

  test('is in step again after a seek and another rate', async () => {
    const { time, join, timeline, inStep } = await setUp();
    const share = join();
    share.follow(timeline({}));
    await time.run(IN_BY_MS);
    const sought = timeline({ positionMs: 300_000, atMs: time.now() + 500 });
    share.follow(sought);
    await time.run(3_000);
    await inStep(sought);
    const slower = timeline({ positionMs: 310_000, atMs: time.now() + 500, rate: 0.5 });
    share.follow(slower);
    await time.run(4_000);
    await inStep(slower);
  });

  test('rests while the host pauses, and goes on when the host plays', async () => {
    const { time, join, timeline, inStep, isStill, left } = await setUp();
    const share = join();
    share.follow(timeline({}));
    await time.run(IN_BY_MS);
    share.follow(timeline({ playing: false, positionMs: 9_000 }));
    await time.run(1_500);
    expect(await isStill()).toBe(true);
    await time.run(10_000);
    expect([await isStill(), left()]).toEqual([true, 0]);
    const again = timeline({ positionMs: 9_000, atMs: time.now() + 500 });
    share.follow(again);
    await time.run(5_000);
    await inStep(again);
  });

  test('leaves after a Stop, while it plays and while it is paused, and does not move again by itself', async () => {
    const { world, time, device, join, timeline, isStill, left } = await setUp();
    const share = join();
    share.follow(timeline({}));
    await time.run(IN_BY_MS);
    await world.settled(device.stop());
    expect(left()).toBe(1);
    share.follow(timeline({ positionMs: 50_000 }));
    await time.run(8_000);
    expect(await isStill()).toBe(true);

    const resting = join();
    resting.follow(timeline({ playing: false }));
    await time.run(1_000);
    await world.settled(device.stop());
    expect(left()).toBe(2);
    resting.follow(timeline({}));
    await time.run(8_000);
    expect(await isStill()).toBe(true);
  });

  test('leaving stops the device', async () => {
    const { time, join, timeline, isStill, left } = await setUp();
    const share = join();
    share.follow(timeline({}));
    await time.run(IN_BY_MS);
    share.leave();
    await time.run(2_000);
    expect([await isStill(), left()]).toEqual([true, 0]);
  });
});
