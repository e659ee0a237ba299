/** Scripts that the cloud streams: the slider of the virtual device follows them through good and bad links. */
import { type Cloud, defaultConfig } from '@tactus/cloud';
import type { HspState } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { createVirtualDevice, type VirtualDevice } from '@tactus/virtual-device';
import { fidelityOf, type Pairs, type Seen } from '@tactus/virtual-device/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { API } from '../cloud/running-cloud.ts';
import { createCloud } from '../cloud/store-of-tests.ts';

const KEY = 'Followed01';
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Travel of a Handy 1, mm. */
const STROKE_MM = 97.826;
/** Time for the slider to reach the line again after a jump of the stream. */
const CATCH_UP_MS = 1_000;
const LOOK_EVERY_MS = 10;

/** Ten minutes, a point every 200 ms, three waves; below 60 percent a second. */
const SMOOTH: Pairs = Array.from({ length: 3_001 }, (_, index) => {
  const seconds = index / 5;
  const wave = 30 * Math.sin(seconds * 0.9) + 10 * Math.sin(seconds * 2.17 + 1) + 5 * Math.sin(seconds * 0.113);
  return [index * 200, Math.round(50 + wave)] as const;
});

interface Pace {
  readonly rate?: number;
  /** Length after which the script repeats. */
  readonly lapMs?: number;
}

/** A cloud in virtual time with a device of its own, and a script that is set up. */
async function playing(script: Pairs = SMOOTH, linkFaults: object = {}) {
  const time = createFakeTime();
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0 });
  const cloud = await createCloud({ config, time, random: createRandom(1) });
  onTestFinished(() => cloud.close());
  const device = await deviceOf(cloud, time, linkFaults);
  const put = (path: string, body: object = {}) => answerOf(time, call(cloud, 'PUT', path, body));
  const state = () => answerOf(time, call(cloud, 'GET', '/hssp/state')) as Promise<HspState>;
  await put('/hssp/setup', { actions: script.map(([at, pos]) => ({ at, pos })) });

  /** Reads the slider for this time; `fromMs` is the present position in the script. */
  async function watch(durationMs: number, fromMs: number, { rate = 1, lapMs = Infinity }: Pace = {}): Promise<Seen[]> {
    const seen: Seen[] = [];
    for (let passedMs = 0; passedMs < durationMs; passedMs += LOOK_EVERY_MS) {
      const { position_absolute: mm } = await device.call('slider.state', {});
      seen.push({ scriptMs: (fromMs + passedMs * rate) % lapMs, mm });
      // Requests and answers are in transit all the time; they are delivered ten times a second.
      if (passedMs % 100 === 0) await time.run(LOOK_EVERY_MS);
      else time.advance(LOOK_EVERY_MS);
    }
    return seen;
  }

  return {
    time,
    put,
    state,
    device,
    watch,
    /** Lets the slider catch up, then expects it to follow; resolves with the position in the script after that. */
    async follow(durationMs: number, fromMs: number, pace: Pace = {}): Promise<number> {
      const { rate = 1 } = pace;
      await watch(CATCH_UP_MS, fromMs, pace);
      const seen = await watch(durationMs, fromMs + CATCH_UP_MS * rate, pace);
      const { lagMs, worstMm } = fidelityOf(script, seen, rate);
      expect(Math.abs(lagMs)).toBeLessThanOrEqual(5);
      expect(worstMm).toBeLessThan(STROKE_MM / 100);
      return fromMs + (CATCH_UP_MS + durationMs) * rate;
    },
    /** Plays from a time of the script; resolves with the position in the script at the answer. */
    async play(startMs: number, more: { playback_rate?: number; loop?: boolean } = {}): Promise<number> {
      const atMs = time.now();
      await put('/hssp/play', { start_time: startMs, server_time: Math.round(atMs), ...more });
      return startMs + (time.now() - Math.round(atMs)) * (more.playback_rate ?? 1);
    },
  };
}

/** A device behind a link with the faults of a virtual device. */
async function deviceOf(cloud: Cloud, time: FakeTime, linkFaults: object): Promise<VirtualDevice> {
  const device = createVirtualDevice({ connectionKey: KEY, model: 'handy', time, random: createRandom(7) });
  cloud.link(behind(device, time, linkFaults));
  await time.run(2 * SECOND_MS);
  return device;
}

/** The same device, reached half a round trip later, in order. */
function behind(device: VirtualDevice, time: FakeTime, { halfTripMs = 0 }: { halfTripMs?: number }): VirtualDevice {
  if (halfTripMs === 0) return device;
  const travel = async <R>(ask: () => Promise<R>): Promise<R> => {
    await time.sleep(halfTripMs);
    const answer = ask();
    await answer.catch(() => undefined);
    await time.sleep(halfTripMs);
    return answer;
  };
  return {
    ...device,
    call: (name, input) => travel(() => device.call(name, input)),
    setClock: (measured) => travel(() => device.setClock(measured)),
    onEvent: (listener) => device.onEvent((event) => void time.after(halfTripMs, () => listener(event))),
  };
}

const call = (cloud: Cloud, method: 'GET' | 'PUT', path: string, body?: object) =>
  cloud.inject({
    method,
    url: `${API}${path}`,
    headers: { host: 'localhost', 'x-api-key': 'test', 'x-connection-key': KEY },
    ...(body && { payload: body }),
  });

/** Advances virtual time until a request is answered; expects a result. */
async function answerOf(time: FakeTime, request: ReturnType<typeof call>): Promise<unknown> {
  let answered = false;
  request.then(
    () => {
      answered = true;
    },
    () => {
      answered = true;
    },
  );
  while (!answered) await time.run(1);
  const body = (await request).json() as { result?: unknown };
  expect(body).toHaveProperty('result');
  return body.result;
}

describe('a smooth script of ten minutes, played by HSSP', () => {
  test('is followed within 1 % of the stroke and 5 ms to its end', async () => {
    const { play, follow } = await playing();
    await follow(9.9 * MINUTE_MS, await play(0));
  });

  test('is followed through a link of 340 ms', async () => {
    const { play, follow } = await playing(SMOOTH, { halfTripMs: 170 });
    await follow(2 * MINUTE_MS, await play(0));
    await follow(MINUTE_MS, await play(400_100));
  });

  test.each([0.5, 2])('is followed at the rate %d', async (rate) => {
    const { play, follow } = await playing();
    await follow(2 * MINUTE_MS, await play(0, { playback_rate: rate }), { rate });
  });

  test('is followed through pauses, continued or picked up', async () => {
    const { play, put, state, follow, time } = await playing();
    let at = await follow(MINUTE_MS, await play(0));
    for (const pickUp of [false, true]) {
      await put('/hssp/pause');
      await time.run(2_345);
      await put('/hssp/resume', { pickUp });
      const { current_time } = await state();
      expect(Math.abs(current_time - (pickUp ? at + 2_345 : at))).toBeLessThan(60);
      at = await follow(MINUTE_MS, current_time);
    }
  });

  test('is followed through seeks forth and back', async () => {
    const { play, follow } = await playing();
    await follow(MINUTE_MS, await play(0));
    await follow(MINUTE_MS, await play(450_300));
    await follow(MINUTE_MS, await play(12_345));
  });

  test('is followed through corrections of its clock', async () => {
    const { play, put, follow, time } = await playing();
    let at = await follow(MINUTE_MS, await play(0));
    await put('/hssp/synctime', { current_time: Math.round(at + 300), server_time: Math.round(time.now()), filter: 1 });
    at = await follow(MINUTE_MS, at + 300);
    await put('/hssp/synctime', {
      current_time: Math.round(at - 200),
      server_time: Math.round(time.now()),
      filter: 0.5,
    });
    await follow(MINUTE_MS, at - 100);
  });

  test('is followed lap after lap when the device loops by itself', async () => {
    const { play, follow, state, time } = await playing(SMOOTH.slice(0, 301));
    const lapMs = MINUTE_MS;
    const at = await play(0, { loop: true });
    await follow(0.9 * MINUTE_MS, at, { lapMs });
    await time.run(10 * lapMs - 0.9 * MINUTE_MS - CATCH_UP_MS);
    await follow(0.9 * MINUTE_MS, at, { lapMs });
    expect(await state()).toMatchObject({ loop: true, points: 301 });
  });

  test('is followed from lap to lap when it is longer than the buffer of the device', async () => {
    const long: Pairs = Array.from({ length: 6_001 }, (_, index) => [index * 100, index % 2 === 0 ? 40 : 44] as const);
    const { play, follow, state } = await playing(long);
    const lapMs = 10 * MINUTE_MS;
    await follow(2.1 * lapMs, await play(0, { loop: true }), { lapMs });
    const { current_time, loop } = await state();
    expect(loop).toBe(true);
    expect(Math.abs(current_time - (0.1 * lapMs + CATCH_UP_MS))).toBeLessThan(20);
  });
});
