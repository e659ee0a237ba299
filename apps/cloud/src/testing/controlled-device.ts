import type { DeviceEvent } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createVirtualDevice, type ModelName } from '@tactus/virtual-device';
import { createFaultyDevice } from '../devices/faulty-device.ts';
import { NO_FAULTS } from '../devices/link-faults.ts';

/** A virtual device under fake time with an operator's rights, and the events that it raises from now on. */
export function controlledDevice(model: ModelName = 'handy') {
  const time = createFakeTime();
  const device = createVirtualDevice({ connectionKey: 'TestDevice1', model, time, random: createRandom(1) });
  const held = createFaultyDevice(device, { time, seed: 3, faults: NO_FAULTS });
  const raised: DeviceEvent[] = [];
  device.onEvent((event) => raised.push(event));
  return { time, device, held, raised };
}
