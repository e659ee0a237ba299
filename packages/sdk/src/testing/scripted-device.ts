import { DeviceMode, type HampState } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createDevice } from '../device.ts';
import type { DeviceOptions } from '../device-api.ts';
import type { StoragePort } from '../state/stored-state.ts';
import type { TraceEntry } from '../trace/trace.ts';
import { createScriptedCloud, SCRIPTED_BASE } from './scripted-cloud.ts';

/** The key of the scripted device. */
export const KEY = 'DemoHandy1';

/** Facts of a Handy in a session. */
export const infoOf = (session_id: string, fw_version = '4.1.1') => ({
  fw_status: 0,
  fw_version,
  hw_model_no: 0,
  session_id,
});

/** Storage in memory. */
export function memoryStorage(): StoragePort & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
  };
}

/** A device against a scripted cloud under fake time. Every answer takes `roundTripMs`. */
export function setUpDevice(options: Partial<DeviceOptions> & { roundTripMs?: number } = {}) {
  const { roundTripMs = 20, ...deviceOptions } = options;
  const time = createFakeTime();
  const cloud = createScriptedCloud(KEY);
  const trace: TraceEntry[] = [];
  const hamp: HampState = { play_state: 0, velocity: 0, direction: true };
  const slider = {
    position: 0.5,
    position_absolute: 53.9,
    motor_temp: 30,
    speed_absolute: 0,
    dir: true,
    motor_position: 0,
  };
  const stroke = { min: 0, max: 1, min_absolute: 5, max_absolute: 102.826 };
  const world = { hamp, slider, stroke, mode: DeviceMode.IDLE as DeviceMode, modeSession: 1 };

  const after = (answer: (body: unknown) => unknown) => async (request: { body: unknown }) => {
    await time.sleep(roundTripMs / 2);
    const body = { result: answer(request.body) };
    await time.sleep(roundTripMs / 2);
    return body;
  };
  const setMode = (mode: DeviceMode) => {
    if (mode !== world.mode) world.modeSession += 1;
    world.mode = mode;
  };
  const setHamp = (change: Partial<HampState>) => {
    setMode(DeviceMode.HAMP);
    world.hamp = { ...world.hamp, ...change };
    return world.hamp;
  };

  cloud.on('GET /servertime', async () => {
    await time.sleep(roundTripMs);
    return { server_time: time.now() - roundTripMs / 2 + 1_000 };
  });
  cloud.on(
    'GET /capabilities',
    after(() => ({ slider: 1, battery: false })),
  );
  cloud.on(
    'GET /info',
    after(() => infoOf('01HZ0001')),
  );
  cloud.on(
    'GET /mode',
    after(() => ({ mode: world.mode, mode_session_id: world.modeSession })),
  );
  cloud.on(
    'GET /slider/stroke',
    after(() => world.stroke),
  );
  cloud.on(
    'GET /slider/state',
    after(() => world.slider),
  );
  cloud.on(
    'GET /hstp/info',
    after(() => ({ time: 5_000, clock_offset: 77, rtd: 30 })),
  );
  cloud.on(
    'GET /hstp/offset',
    after(() => ({ offset: -20 })),
  );
  cloud.on(
    'GET /hamp/state',
    after(() => world.hamp),
  );
  cloud.on(
    'PUT /hamp/start',
    after(() => setHamp({ play_state: 1, velocity: 0 })),
  );
  cloud.on(
    'PUT /hamp/stop',
    after(() => setHamp({ play_state: 0 })),
  );
  cloud.on(
    'PUT /hamp/velocity',
    after((body) => setHamp(body as { velocity: number })),
  );
  cloud.on(
    'PUT /slider/stroke',
    after((body) => Object.assign(world.stroke, body)),
  );
  cloud.on(
    'PUT /mode2',
    after((body) => {
      setMode((body as { mode: DeviceMode }).mode);
      world.hamp = { ...world.hamp, play_state: 0 };
      return { mode: world.mode, mode_session_id: world.modeSession };
    }),
  );

  const device = createDevice({
    apiBase: SCRIPTED_BASE,
    apiKey: 'application-1',
    fetch: cloud.fetch,
    time,
    random: createRandom(1),
    onTrace: (entry) => trace.push(entry),
    ...deviceOptions,
  });

  /** Lets the device come online on the open stream. */
  const comeOnline = (session = '01HZ0001', firmware = '4.1.1') =>
    cloud.stream.send('device_status', { connected: true, info: infoOf(session, firmware) });

  /** Connects and waits until everything was read. */
  async function connectFully(): Promise<void> {
    const connected = device.connect(KEY);
    await time.run(10);
    comeOnline();
    await time.run(2_000);
    await connected;
    cloud.requests.length = 0;
  }

  return { device, cloud, time, world, trace, after, comeOnline, connectFully, state: device.store.getState };
}

/** What an operation failed with; fails the test when it did not. */
export async function failureOf(run: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(run).then(
    () => {
      throw new Error('It did not fail');
    },
    (error: unknown) => error,
  );
}
