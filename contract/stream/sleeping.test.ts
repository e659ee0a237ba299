/** The machine that feeds a device sleeps for hours: the device runs dry, and nothing sets it in motion again by itself. */
import { HspPlayState } from '@tactus/protocol';
import { createPointStream, joinTimeline } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { unreliablePage } from '../leases/unreliable-page.ts';
import { profiles } from '../sdk/cloud-and-device.ts';
import { virtualWorld } from '../sdk/cloud-in-virtual-time.ts';
import { type SleepClock, sleepingMachine } from '../sdk/sleeping-machine.ts';
import { pointsOf, smooth } from './streamed-device.ts';

const HOURS_MS = 3 * 3_600_000;
const clocks: readonly SleepClock[] = ['counts', 'stands'];
const cases = profiles.flatMap((profile) => clocks.map((clock) => [profile, clock] as const));

async function setUp(profile: (typeof profiles)[number], clock: SleepClock) {
  const world = await virtualWorld({ profile });
  const machine = sleepingMachine(world.time, clock);
  const features = profile === 'tactus' ? { features: { headersOnSse: true } } : { features: {} };
  const page = await unreliablePage(world, { time: machine.time, ...features });
  const { device } = page;
  const commands: string[] = [];
  async function sleep(ms: number): Promise<void> {
    page.muteStream();
    await machine.sleep(ms);
    const before = device.trace.entries().at(-1)?.seq ?? 0;
    await world.time.run(60_000);
    for (const entry of device.trace.entries())
      if (entry.kind === 'command' && entry.seq > before) commands.push(entry.call);
  }
  const speed = async () => (await world.virtual.call('slider.state', {})).speed_absolute;
  return { world, machine, device, sleep, commands, speed };
}

describe.each(cases)('at the cloud %s, with a clock that %s', (profile, clock) => {
  const features = { leases: profile === 'tactus' };

  test('a loop that ran dry stays at rest', async () => {
    const { world, machine, device, sleep, commands, speed } = await setUp(profile, clock);
    const stream = createPointStream(device, {
      ...{ time: machine.time, source: { points: pointsOf(smooth(4)) }, loop: true, features },
    });
    await world.settled(stream.play());
    await world.time.run(8_000);
    await sleep(HOURS_MS);
    expect(commands.filter((call) => call === 'hsp.play' || call === 'hsp.add')).toEqual([]);
    expect(await speed()).toBe(0);
    expect(stream.store.getState().phase).toBe('interrupted');
  });

  test('a device that still plays after a short sleep is fed on', async () => {
    const { world, machine, device, sleep } = await setUp(profile, clock);
    const stream = createPointStream(device, {
      ...{ time: machine.time, source: { points: pointsOf(smooth(20)) }, features: { leases: true } },
    });
    await world.settled(stream.play());
    await world.time.run(30_000);
    await sleep(40_000);
    expect(stream.store.getState().phase).toBe('playing');
    expect((await world.virtual.call('hsp.state', {})).play_state).toBe(HspPlayState.PLAYING);
  });

  test('a script that came to its end meanwhile has ended', async () => {
    const { world, machine, device, sleep, speed } = await setUp(profile, clock);
    const script = pointsOf(smooth(1));
    const stream = createPointStream(device, {
      time: machine.time,
      source: { points: script },
      features: { leases: true },
    });
    await world.settled(stream.play());
    await world.time.run(30_000);
    await sleep(HOURS_MS);
    expect(stream.store.getState().phase).toBe('ended');
    expect(await speed()).toBe(0);
  });

  test('a device that follows a timeline and ran dry stays at rest', async () => {
    const { world, machine, device, sleep, commands, speed } = await setUp(profile, clock);
    const member = joinTimeline({
      ...{ device, time: machine.time, features, points: pointsOf(smooth(600)) },
      ...{ serverNow: world.time.now, onLeft: () => undefined },
    });
    member.follow({ playing: true, positionMs: 0, atMs: world.time.now(), rate: 1 });
    await world.time.run(15_000);
    await sleep(HOURS_MS);
    expect(commands.filter((call) => call === 'hsp.play' || call === 'hsp.add')).toEqual([]);
    expect(await speed()).toBe(0);
    member.leave();
  });
});
