import { DeviceMode, type HampState, type SliderState } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { Recorded, Reply, ScriptedCloud } from './scripted-cloud.ts';

/** Facts of a Handy in a session. */
export const infoOf = (session_id: string | number, fw_version = '4.1.1') => ({
  fw_status: 0,
  fw_version,
  hw_model_no: 0,
  session_id,
});

/** A Handy that answers by script: reads, HAMP, the stroke and the idle mode; it moves nothing. */
export interface ScriptedHandy {
  /** The state for its answers; a test may change it. */
  readonly world: {
    hamp: HampState;
    slider: SliderState;
    stroke: { min: number; max: number; min_absolute: number; max_absolute: number };
    mode: DeviceMode;
    modeSession: number;
  };
  /** A reply after a round trip, computed half-way through it: the `result` of an envelope. */
  after(answer: (body: unknown) => unknown): Reply;
  /** Connects the device on the open event stream. */
  comeOnline(session?: string | number, firmware?: string): void;
}

/** Scripts a Handy into a cloud. Every answer takes `roundTripMs` of `time`. */
export function scriptHandy(
  cloud: ScriptedCloud,
  { time, roundTripMs = 20 }: { readonly time: Time; readonly roundTripMs?: number },
): ScriptedHandy {
  const world: ScriptedHandy['world'] = {
    hamp: { play_state: 0, velocity: 0, direction: true },
    slider: { position: 0.5, position_absolute: 53.9, motor_temp: 30, speed_absolute: 0, dir: true, motor_position: 0 },
    stroke: { min: 0, max: 1, min_absolute: 5, max_absolute: 102.826 },
    mode: DeviceMode.IDLE,
    modeSession: 1,
  };

  const after = (answer: (body: unknown) => unknown) => async (request: Recorded) => {
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
  const modeNow = () => ({ mode: world.mode, mode_session_id: world.modeSession });

  cloud.on('GET /servertime', async () => {
    await time.sleep(roundTripMs);
    return { server_time: time.now() - roundTripMs / 2 + 1_000 };
  });
  const answers: Record<string, (body: unknown) => unknown> = {
    'GET /capabilities': () => ({ slider: 1, battery: false }),
    'GET /info': () => infoOf('01HZ0001'),
    'GET /mode': modeNow,
    'GET /slider/stroke': () => world.stroke,
    'GET /slider/state': () => world.slider,
    'GET /hstp/info': () => ({ time: 5_000, clock_offset: 77, rtd: 30 }),
    'GET /hstp/offset': () => ({ offset: -20 }),
    'GET /hamp/state': () => world.hamp,
    'PUT /hamp/start': () => setHamp({ play_state: 1, velocity: 0 }),
    'PUT /hamp/stop': () => setHamp({ play_state: 0 }),
    // Bodies come from our own client, which has validated them.
    'PUT /hamp/velocity': (body) => setHamp(body as { velocity: number }),
    'PUT /slider/stroke': (body) => Object.assign(world.stroke, body),
    'PUT /mode2': (body) => {
      setMode((body as { mode: DeviceMode }).mode);
      world.hamp = { ...world.hamp, play_state: 0 };
      return modeNow();
    },
  };
  for (const [line, answer] of Object.entries(answers)) cloud.on(line, after(answer));

  return {
    world,
    after,
    comeOnline: (session: string | number = '01HZ0001', firmware = '4.1.1') =>
      cloud.stream.send('device_status', { connected: true, info: infoOf(session, firmware) }),
  };
}
