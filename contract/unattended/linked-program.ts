/**
 * A program that runs virtual devices behind the device link, and prints each new position of each device: the slider is read
 * at the device itself. Its options are the first argument.
 */
import { createDeviceLink } from '@tactus/link';
import { createRandom, systemTime } from '@tactus/time';
import { createVirtualDevice, type ModelName } from '@tactus/virtual-device';
import { WebSocket } from 'ws';

/** One device of the program. */
export interface LinkedDeviceOptions {
  readonly connectionKey: string;
  readonly secret: string;
  readonly model: ModelName;
  /** Address of the device link, or of a proxy in front of it. */
  readonly url: string;
}

/** One line of its output: a device was at a position, or vibrated, at a time of the wall clock. */
export interface MotionLine {
  readonly key: string;
  readonly atMs: number;
  /** Position of the slider, in mm; for a device without one, the number of reads with vibration. */
  readonly place: number;
}

const LOOK_EVERY_MS = 20;
const deviceOptions = JSON.parse(process.argv[2] ?? '') as readonly LinkedDeviceOptions[]; // written by the test that starts it

for (const [index, { connectionKey, secret, model, url }] of deviceOptions.entries()) {
  const random = createRandom(index + 1);
  const device = createVirtualDevice({ connectionKey, model, time: systemTime, random });
  createDeviceLink({ device, secret, url, connect: (to) => new WebSocket(to), time: systemTime, random });
  let place = 0;
  let vibratedFor = 0;

  async function look(): Promise<void> {
    if (model === 'oh') {
      if ((await device.call('hvp.state', {})).enabled) vibratedFor += 1;
    }
    const now = model === 'oh' ? vibratedFor : (await device.call('slider.state', {})).position_absolute;
    if (Math.abs(now - place) < 0.01) return;
    place = now;
    const line: MotionLine = { key: connectionKey, atMs: systemTime.now(), place };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }

  systemTime.every(LOOK_EVERY_MS, () => void look());
}
process.stdout.write('running\n');
