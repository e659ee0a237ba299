import { type DeviceBackend, DeviceMode } from '@tactus/protocol';

type Calls = Pick<DeviceBackend, 'call'>;

/** The stream id of the simulated client: so high that a random id hardly ever equals it. */
const STREAM_ID = 4_294_967_001;
const HAMP_VELOCITY = 0.3;
const HDSP_MOVE_MS = 4_000;
const HSP_STEP_MS = 1_000;
const HSP_STEPS = 10;
const VIBRATION = { amplitude: 0.3, frequency: 80, position: 0 };

/** How a simulated second app takes a device over, each by the calls that such an app makes. */
export const simulatedClients = {
  /** Alternates, slowly. */
  async hamp(device: Calls): Promise<void> {
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: HAMP_VELOCITY });
  },
  /** Plays a stream of its own, over and over. */
  async hsp(device: Calls): Promise<void> {
    await device.call('hsp.setup', { stream_id: STREAM_ID });
    const points = Array.from({ length: HSP_STEPS + 1 }, (_, step) => ({
      t: step * HSP_STEP_MS,
      x: step % 2 === 0 ? 10 : 90,
    }));
    await device.call('hsp.add', { points, flush: false });
    await device.call('hsp.play', { start_time: 0, playback_rate: 1, loop: true, pause_on_starving: false });
  },
  /** Moves once, slowly. */
  async hdsp(device: Calls): Promise<void> {
    await device.call('hdsp.xpt', { xp: 0.9, t: HDSP_MOVE_MS, stop_on_target: true, immediate_rsp: false });
  },
  /** Vibrates, weakly. */
  async hvp(device: Calls): Promise<void> {
    await device.call('hvp.setState', VIBRATION);
  },
  /** Stops all motion. */
  async idle(device: Calls): Promise<void> {
    await device.call('info.setMode2', { mode: DeviceMode.IDLE });
  },
};
