import { createRandom, type Random, type Time } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createClient } from '../client/client.ts';
import { type ClockMode, createDeviceClock } from '../clock/device-clock.ts';
import { createDeviceStore } from '../state/device-store.ts';
import type { ClockEstimate } from '../state/estimate.ts';
import { createTrace } from '../trace/trace.ts';
import { createScriptedCloud, SCRIPTED_BASE } from './scripted-cloud.ts';

/** The network to the cloud and the crystal of this machine. */
export interface ClockWorld {
  readonly mode?: ClockMode;
  /** One-way delays, ms. */
  readonly up?: (random: Random, atMs: number) => number;
  readonly down?: (random: Random, atMs: number) => number;
  /** How much faster the cloud's clock runs than this machine's, parts in a million. */
  readonly driftPpm?: number;
  readonly seed?: number;
}

/** How far the cloud's clock is ahead of this machine's at first. */
export const AHEAD_MS = 12_345;

/** The clocks of a device against a cloud whose clock is known to the test, under fake time. */
export function setUpClock({
  mode = 'tracked',
  up = () => 10,
  down = () => 10,
  driftPpm = 0,
  seed = 1,
}: ClockWorld = {}) {
  const fake = createFakeTime();
  const startMs = fake.now();
  const random = createRandom(seed);
  const cloud = createScriptedCloud();
  const failures: unknown[] = [];
  const measured: ClockEstimate[] = [];
  const visible = new Set<() => void>();
  let sleptMs = 0;
  let frozen = false;
  let playing = false;
  /** In a frozen page no timer of its own runs; the network goes on. */
  const time: Time = { ...fake, every: (periodMs, run) => fake.every(periodMs, () => frozen || run()) };

  const trueServerMs = () => startMs + AHEAD_MS + (fake.monotonic() + sleptMs) * (1 + driftPpm * 1e-6);
  const answer = async () => {
    await fake.sleep(up(random, fake.monotonic()));
    const server_time = Math.floor(trueServerMs());
    await fake.sleep(down(random, fake.monotonic()));
    return { server_time };
  };
  cloud.on('GET /servertime', answer);

  const client = createClient({ baseUrl: SCRIPTED_BASE, connectionKey: 'key', fetch: cloud.fetch, time });
  const store = createDeviceStore({ now: fake.monotonic, onChange: () => undefined });
  const clock = createDeviceClock({
    ...{ client: () => client, store, time, mode },
    trace: createTrace({ time, secrets: () => [] }),
    visibility: {
      onVisible(run) {
        visible.add(run);
        return () => visible.delete(run);
      },
    },
    isPlaying: () => playing,
    onMeasured: (estimate) => measured.push(estimate),
    onFailure: (thrown) => failures.push(thrown),
  });

  return {
    ...{ clock, cloud, store, failures, measured, answer },
    time: fake,
    /** The number of probes so far. */
    probes: () => cloud.requests.length,
    /** The error of the cloud's estimated time, ms, signed. */
    offByMs: () => clock.serverAt(fake.monotonic()) - trueServerMs(),
    /** Measures by the specification's method and tracks the clock from then on, as a connection does. */
    async begin() {
      const first = clock.sync();
      await fake.run(5_000);
      await first;
      clock.start(() => undefined);
      await fake.run(1_000);
    },
    /** The machine sleeps: its monotonic clock stands still, its wall clock and the cloud's go on. */
    sleep(ms: number) {
      sleptMs += ms;
      fake.setWallClock(fake.now() + ms);
    },
    freeze(is: boolean) {
      frozen = is;
    },
    play(is: boolean) {
      playing = is;
    },
    becomeVisible() {
      for (const run of visible) run();
    },
  };
}
