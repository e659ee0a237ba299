import { DeviceMode } from '@tactus/protocol';
import { setUpDeviceInTab } from './device-in-tab.ts';

const HALF_ROUND_TRIP_MS = 30;

/** A device in a tab that vibrates at 0.9; later speeds arrive after `lateMs`. */
export async function setUpVibration(lateMs: number) {
  const parts = await setUpDeviceInTab();
  const { cloud, device, time, world } = parts;
  let hvp = { enabled: false, amplitude: 0, frequency: 75, position: 0 };
  cloud.on('PUT /hvp/state', async ({ body }) => {
    await time.sleep(hvp.enabled ? lateMs : 0);
    world.mode = DeviceMode.VIBRATE;
    hvp = { ...hvp, enabled: true, ...Object(body) };
    return { result: hvp };
  });
  const stop = () => {
    hvp = { ...hvp, enabled: false };
    return { result: hvp };
  };
  cloud.on('PUT /hvp/stop', stop);
  cloud.on('PUT /mode2', () => {
    stop();
    return { result: { mode: DeviceMode.IDLE, mode_session_id: 9 } };
  });
  cloud.on('GET /hvp/state', async () => {
    await time.sleep(HALF_ROUND_TRIP_MS);
    const result = hvp;
    await time.sleep(HALF_ROUND_TRIP_MS);
    return { result };
  });
  const vibrates = device.hvp.setState({ amplitude: 0.9, frequency: 75 });
  await time.run(1_000);
  await vibrates;
  cloud.requests.length = 0;
  return { ...parts, stop, hvp: () => hvp };
}
