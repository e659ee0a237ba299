/** Scripts that the cloud streams, in virtual time: the slider of the virtual device and the script are compared. */
import { type Cloud, defaultConfig } from '@tactus/cloud';
import type { HspState } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { createVirtualDevice, type VirtualDevice } from '@tactus/virtual-device';
import { fidelityOf, type Pairs, type Seen } from '@tactus/virtual-device/testing';
import { expect, onTestFinished } from 'vitest';
import { API } from '../cloud/running-cloud.ts';
import { createCloud } from '../cloud/store-of-tests.ts';

const KEY = 'Followed01';
const SECOND_MS = 1_000;
/** Travel of a Handy 1, mm. */
const STROKE_MM = 97.826;
/** Time for the slider to reach the line again after a jump of the stream. */
export const CATCH_UP_MS = 1_000;
const LOOK_EVERY_MS = 10;

interface Pace {
  readonly rate?: number;
  /** Length after which the script repeats. */
  readonly lapMs?: number;
}

/** A cloud in virtual time with a device of its own, and a script that is set up. */
export async function playScript(script: Pairs, linkFaults: object = {}) {
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
