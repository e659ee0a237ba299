/** Cost and effect of a seek, an edit, a loop and the end. */
import type { Device } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { pointsOf, type StreamedDevice, smooth, streamedDevice } from './streamed-device.ts';

const SCRIPT = smooth(5);
const source = { points: pointsOf(SCRIPT) };
/** The highest speed of the transition to a new course is 200 mm/s; corners are rounded, so that the motor is a little faster at times. */
const JOIN_MOST_MM_S = 230;

/** Whole plays in the trace, with their added points. */
const playsOf = (device: Device) =>
  device.trace
    .entries()
    .flatMap((entry) =>
      entry.kind === 'command' && entry.call === 'hsp.play'
        ? [entry.input as { add?: { flush: boolean; points: { t: number; x: number }[] } }]
        : [],
    );

/** The highest speed during this time. */
async function fastest({ run, speed }: StreamedDevice, ms: number): Promise<number> {
  let most = 0;
  for (let passed = 0; passed < ms; passed += 10) {
    await run(10);
    most = Math.max(most, await speed());
  }
  return most;
}

describe.each(profiles)('a changed stream, profile %s', (profile) => {
  test('seeks with one round trip, with the transition to the new course in the same request', async () => {
    const streamed = await streamedDevice(profile, { source });
    const { world, stream, run, device, network, calls } = streamed;
    await world.settled(stream.play());
    await run(10_000);
    const before = calls().length;
    const sentMs = world.time.monotonic();
    const sought = stream.seek(150_000);
    expect(calls().slice(before)).toEqual(['hsp.play']);
    await world.settled(sought);
    expect(world.time.monotonic() - sentMs).toBeLessThanOrEqual(2 * network.delayMs + 20);
    const { add } = playsOf(device).at(-1) ?? {};
    expect(add).toMatchObject({ flush: true });
    expect(add?.points[0]?.t).toBe(150_000);
    expect(await fastest(streamed, 2_000)).toBeLessThan(JOIN_MOST_MM_S);
    await streamed.follow(SCRIPT, 4_000);
  });

  test('replaces points from a time on with one round trip, and only from then on', async () => {
    const streamed = await streamedDevice(profile, { source });
    const { world, stream, run, calls } = streamed;
    await world.settled(stream.play());
    await run(10_000);
    const fromMs = Math.round(stream.positionMs() / 200) * 200 + 4_000;
    const other = SCRIPT.map(([t, x]) => [t, t < fromMs ? x : 100 - x] as const);
    const before = calls().length;
    const edited = stream.replaceFrom(fromMs, pointsOf(other.filter(([t]) => t >= fromMs)));
    expect(calls().slice(before)).toEqual(['hsp.play']);
    await world.settled(edited);
    expect(await fastest(streamed, 6_000)).toBeLessThan(JOIN_MOST_MM_S);
    await streamed.follow(other, 6_000);
  });

  test('loops, and ends by itself when looping is switched off', async () => {
    const short = smooth(1).slice(0, 51);
    const lapMs = 10_000;
    const streamed = await streamedDevice(profile, { source: { points: pointsOf(short) }, loop: true });
    const { world, stream, run, hsp } = streamed;
    await world.settled(stream.play());
    await run(lapMs * 3.3);
    expect(stream.positionMs()).toBeLessThan(lapMs);
    await world.settled(stream.setLoop(false));
    await run(lapMs);
    expect(stream.store.getState()).toMatchObject({ phase: 'ended', starvations: 0 });
    await run(1_000);
    expect((await hsp()).play_state).toBe(2);
  });

  test('several seeks in a row cause one more request, to the last position', async () => {
    const { world, stream, run, calls } = await streamedDevice(profile, { source });
    await world.settled(stream.play());
    await run(5_000);
    const before = calls().length;
    const seeks = [50_000, 60_000, 70_000, 80_000].map((ms) => stream.seek(ms));
    await world.settled(Promise.all(seeks));
    expect(
      calls()
        .slice(before)
        .filter((call) => call === 'hsp.play'),
    ).toHaveLength(2);
    expect(stream.positionMs()).toBeGreaterThan(79_900);
    expect(stream.positionMs()).toBeLessThan(81_000);
  });
});
