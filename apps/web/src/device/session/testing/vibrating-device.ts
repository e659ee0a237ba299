import { DeviceMode } from '@tactus/protocol';
import { createDevice } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';

const KEY = 'DemoOh0001';

/** A connected device that vibrates and has no slider, by script, under fake time; `sent` has its strengths and stops. */
export async function connectVibratingDevice() {
  const time = createFakeTime();
  const cloud = createScriptedCloud(KEY);
  const { after, comeOnline, world } = scriptHandy(cloud, { time });
  const sent: (number | 'stop')[] = [];
  const enter = (mode: DeviceMode) => {
    if (world.mode !== mode) cloud.stream.send('mode_changed', { mode, mode_session_id: 2 });
    world.mode = mode;
  };
  let hvp = { enabled: false, amplitude: 0, frequency: 0, position: 0 };
  cloud.on(
    'GET /capabilities',
    after(() => ({ slider: 0, lra: 1, battery: true })),
  );
  cloud.on(
    'GET /hvp/state',
    after(() => hvp),
  );
  cloud.on(
    'PUT /hvp/state',
    after((body) => {
      enter(DeviceMode.VIBRATE);
      hvp = { ...(body as typeof hvp), enabled: true }; // Bodies come from our own client, which has checked them.
      sent.push(hvp.amplitude);
      return hvp;
    }),
  );
  cloud.on(
    'PUT /hvp/stop',
    after(() => {
      hvp = { ...hvp, enabled: false, amplitude: 0 };
      sent.push('stop');
      return hvp;
    }),
  );
  const device = createDevice({
    ...{ apiBase: SCRIPTED_BASE, apiKey: 'application-1', fetch: cloud.fetch, time, random: createRandom(1) },
  });
  const connected = device.connect(KEY);
  await time.run(10);
  comeOnline();
  await time.run(2_000);
  await connected;
  return { time, cloud, device, sent, enter, vibrates: () => hvp.enabled };
}
