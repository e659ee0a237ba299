import { type DeviceBackend, type DeviceCallName, type DeviceEvent, DeviceMode } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createVirtualDevice } from '@tactus/virtual-device';
import { expect, test } from 'vitest';
import { createDeviceCaller } from '../../devices/device-caller.ts';
import { createDeviceRegistry } from '../../devices/registry.ts';
import { createViewerStopLimiter } from './viewer-stop-limiter.ts';

const STARTED: DeviceEvent = { name: 'hamp_state_changed', data: { play_state: 1, velocity: 0.4, direction: true } };
const STOPPED: DeviceEvent = { name: 'hamp_state_changed', data: { play_state: 0, velocity: 0.4, direction: true } };

/** Stops of a viewer who presses too often, and a device whose own events follow right behind the answer to a call. */
function startStops() {
  const time = createFakeTime();
  const caller = createDeviceCaller(time);
  const devices = createDeviceRegistry(time);
  const virtual = createVirtualDevice({ connectionKey: 'Idle000001', model: 'handy', time, random: createRandom(7) });
  const listeners = new Set<(event: DeviceEvent) => void>();
  function emit(event: DeviceEvent): void {
    for (const listener of listeners) listener(event);
  }
  const behind = new Map<DeviceCallName, DeviceEvent>();
  /** Modes that the device reports instead of its own, one for each request. */
  const modes: DeviceMode[] = [];
  const sent: string[] = [];
  const device: DeviceBackend = {
    ...virtual,
    async call(name, input) {
      sent.push(name);
      const result = await virtual.call(name, input);
      const event = behind.get(name);
      if (event) emit(event);
      const mode = name === 'info.mode' ? modes.shift() : undefined;
      return mode === undefined ? result : ({ mode } as typeof result);
    },
    onEvent(listener) {
      listeners.add(listener);
      const unsubscribe = virtual.onEvent(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
  };
  devices.add(device);
  const stops = createViewerStopLimiter({ caller, devices, time });
  /** Presses Stop, and resolves with the names of the calls that reached the device. */
  async function press(name: DeviceCallName = 'hamp.stop', input: object = {}): Promise<readonly string[]> {
    sent.length = 0;
    // The input fits the name, as each test passes it.
    await stops.answer(device, { name, input }, () =>
      caller.call({ device, name, input: input as never, timeoutMs: 5_000 }),
    );
    return [...sent];
  }
  return { caller, device, emit, behind, modes, press };
}

const SENT = ['hamp.stop', 'info.mode'];

/** The first Stop changes the mode, which the device reports; the one behind it is answered at rest. */
async function startAtRest() {
  const started = startStops();
  for (let stops = 0; stops < 2; stops++) await started.press();
  expect(await started.press()).toEqual([]);
  return started;
}

test.each(['hamp.stop', 'info.mode'] as const)(
  'a device that reports a start right behind its answer to %s is stopped by the next Stop',
  async (name) => {
    const { behind, press, caller, device } = await startAtRest();
    await caller.call({ device, name: 'hamp.velocity', input: { velocity: 0.4 }, timeoutMs: 5_000 });
    behind.set(name, STARTED);
    expect(await press()).toEqual(SENT);
    behind.clear();
    expect(await press()).toEqual(SENT);
    expect(await press()).toEqual([]);
  },
);

test('after a device at rest reports a start, the next Stop is sent; after it reports a rest, it is not', async () => {
  const { emit, press } = await startAtRest();
  emit(STOPPED);
  expect(await press()).toEqual([]);
  emit(STARTED);
  expect(await press()).toEqual(SENT);
});

test('a change to idle proves no rest where the device has changed to another mode behind it', async () => {
  const { press, modes } = startStops();
  modes.push(DeviceMode.HAMP, DeviceMode.HAMP, DeviceMode.IDLE);
  const pressed = [];
  for (let stops = 0; stops < 4; stops++) pressed.push((await press('info.setMode', { mode: DeviceMode.IDLE })).length);
  expect(pressed).toEqual([2, 2, 2, 0]);
});
