import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createDevice } from '../device.ts';
import type { DeviceOptions } from '../device-api.ts';
import type { TraceEntry } from '../trace/trace.ts';
import { createScriptedCloud, SCRIPTED_BASE } from './scripted-cloud.ts';
import { scriptHandy } from './scripted-handy.ts';

export { memoryStorage } from './memory-storage.ts';
export { infoOf } from './scripted-handy.ts';

/** The key of the scripted device. */
export const KEY = 'DemoHandy1';

/** A device against a scripted cloud under fake time. Every answer takes `roundTripMs`. */
export function setUpDevice(
  options: Partial<DeviceOptions> & { roundTripMs?: number; create?: typeof createDevice } = {},
) {
  const { roundTripMs = 20, create = createDevice, ...deviceOptions } = options;
  const time = createFakeTime();
  const cloud = createScriptedCloud(KEY);
  const trace: TraceEntry[] = [];
  const { world, after, comeOnline } = scriptHandy(cloud, { time, roundTripMs });

  const device = create({
    apiBase: SCRIPTED_BASE,
    apiKey: 'application-1',
    fetch: cloud.fetch,
    time,
    random: createRandom(1),
    onTrace: (entry) => trace.push(entry),
    ...deviceOptions,
  });

  /** Connects and waits until everything was read. */
  async function connectFully(): Promise<void> {
    const connected = device.connect(KEY);
    await time.run(10);
    comeOnline();
    await time.run(Math.max(2_000, 20 * roundTripMs));
    await connected;
    cloud.requests.length = 0;
  }

  return { device, cloud, time, world, trace, after, comeOnline, connectFully, state: device.store.getState };
}

/** The error of an operation; fails the test when it did not fail. */
export async function failureOf(run: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(run).then(
    () => {
      throw new Error('It did not fail');
    },
    (error: unknown) => error,
  );
}
