import { createDevice, type Device } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { createThrottledTime } from '../../../testing/throttled-time.ts';
import { buildDeviceVibrationControl } from '../device-vibration-control.ts';

/** A vibration on a connected device of these capabilities, and the states sent to it. */
export async function vibrationOnDevice(capabilities: object, roundTripMs = 20) {
  const time = createFakeTime();
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time, roundTripMs });
  let hvp: object = { enabled: false, amplitude: 0, frequency: 0, position: 0 };
  const target: object[] = [];
  cloud.on(
    'GET /capabilities',
    handy.after(() => capabilities),
  );
  cloud.on(
    'PUT /mode2',
    handy.after(() => ({ mode: 7, mode_session_id: 1 })),
  );
  cloud.on(
    'PUT /hvp/state',
    handy.after((body) => {
      target.push(body as object); // Bodies come from our own client.
      hvp = { ...(body as object), enabled: true };
      return hvp;
    }),
  );
  cloud.on(
    'GET /hvp/state',
    handy.after(() => hvp),
  );
  const random = createRandom(1);
  let isCut = false;
  const fetch: typeof cloud.fetch = (url, init) =>
    isCut ? Promise.reject(new TypeError('The network is gone')) : cloud.fetch(url, init);
  const device: Device = createDevice({ apiBase: SCRIPTED_BASE, apiKey: 'test', fetch, time, random });
  const connected = device.connect('DemoHandy1');
  await time.settle();
  handy.comeOnline();
  await time.run(3_000);
  await connected;
  const errors: unknown[] = [];
  const page = createThrottledTime(time);
  const vibration = buildDeviceVibrationControl({
    ...{ device, random, time: page.time, heartbeat: time.every },
    onError: (error) => errors.push(error),
  });
  const close = vibration.open();
  /** No request arrives, and no event. */
  const cutNetwork = () => {
    isCut = true;
    cloud.stream.end();
  };
  const restoreNetwork = () => {
    isCut = false;
  };
  /** The device changes, and no event reports it. */
  const be = (next: object) => {
    hvp = { ...hvp, ...next };
  };
  const { control } = vibration;
  const isRunning = () => control.state.getState().running;
  const { throttle } = page;
  return {
    ...{ time, cloud, handy, device, target, errors, control, isRunning, close },
    ...{ cutNetwork, restoreNetwork, be, throttle },
  };
}
