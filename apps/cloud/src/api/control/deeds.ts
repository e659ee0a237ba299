import { BleState, Button, ButtonEvent, ConnectionMode, Environment } from '@tactus/protocol';
import type { ControlledDevice } from '../../devices/faulty-device.ts';
import { parseFaults } from '../../devices/link-faults.ts';
import { numberFrom, oneOf, type Reader, readBoolean, readFields, readTrue, textThat, wholeFrom } from './reading.ts';
import { secondApps } from './second-app.ts';

/** One thing that is done to a device: by a hand, by the world, or by another app. */
export interface Deed {
  /** As it was sent. */
  readonly json: unknown;
  /** Does it; rejects with `DeviceRefusal` when the device refuses. */
  readonly perform: Performance;
}

type Performance = (device: ControlledDevice) => Promise<void>;

const HOLD_MAX_MS = 60_000;
const TEMPERATURE_MIN_C = -40;
const TEMPERATURE_MAX_C = 200;
const NETWORKS_MAX = 1_000;

const readUint32 = wholeFrom(0, 2 ** 32 - 1);
const readButton = oneOf(Button);
const readButtonEvent = oneOf(ButtonEvent);
const readHoldMs = numberFrom(1, HOLD_MAX_MS);
const readMessage = textThat(({ length }) => length <= 1_000, 'a text of at most 1000 characters');
/** The connection modes of the specification; the vendor's two beyond them cannot be asked for. */
const { FACTORY: _factory, AUDIO: _audio, ...rebootModes } = ConnectionMode;

/** Every deed by its name. */
const deedReaders: Readonly<Record<string, Reader<Performance>>> = {
  connected: deed(readBoolean, (connected, device) => device.setConnected(connected)),
  restartSession: deed(readTrue, (_, { device }) => device.hardware().restartSession()),
  faults: deed(
    (value, name) => parseFaults(readFields(value, name)),
    (order, device) => device.setFaults(order),
  ),
  press: deed(readPress, ({ button, event }, { device }) => device.hardware().press(button, event)),
  hold: deed(readHold, ({ button, ms }, { device }) => device.hardware().hold(button, ms)),
  charger: deed(readBoolean, (connected, { device }) => device.hardware().setCharger(connected)),
  batteryLevel: deed(numberFrom(0, 1), (level01, { device }) => device.hardware().setBatteryLevel(level01)),
  sliderBlocked: deed(readBoolean, (blocked, { device }) => device.hardware().setSliderBlocked(blocked)),
  motorTemperature: deed(numberFrom(TEMPERATURE_MIN_C, TEMPERATURE_MAX_C), (celsius, { device }) =>
    device.hardware().setMotorTemperature(celsius),
  ),
  lowMemory: deed(readMemory, (memory, { device }) => device.hardware().reportLowMemory(memory)),
  error: deed(readError, (error, { device }) => device.hardware().reportError(error)),
  ble: deed(oneOf(BleState), (state, { device }) => device.hardware().setBleState(state)),
  wifiScan: deed(wholeFrom(0, NETWORKS_MAX), (networks, { device }) => device.hardware().reportWifiScan(networks)),
  reboot: deed(oneOf(rebootModes), (mode, { device }) => device.call('system.reboot', { connection_mode: mode })),
  environment: deed(oneOf(Environment), (environment, { device }) =>
    device.call('system.setEnvironment', { environment }),
  ),
  secondApp: deed(oneOf(secondApps), (takeOver, { device }) => takeOver(device)),
};

/** Reads one deed, or a list of deeds. Throws a RangeError that says what is wrong. */
export function readDeeds(json: unknown): readonly Deed[] {
  return Array.isArray(json) ? json.map(readDeed) : [readDeed(json)];
}

/** Does one deed after the other. Rejects with the refusal of the first that the device refuses; the rest are left. */
export async function performAll(deeds: readonly Deed[], device: ControlledDevice): Promise<void> {
  for (const { perform } of deeds) await perform(device);
}

/** Reads a deed: an object with its name and what belongs to it. */
function readDeed(json: unknown): Deed {
  const [named, ...others] = Object.entries(readFields(json, 'A deed'));
  const [name, value] = named ?? ['', undefined];
  const read = Object.hasOwn(deedReaders, name) ? deedReaders[name] : undefined;
  if (!read) throw new RangeError(`A deed must be one of ${Object.keys(deedReaders).join(', ')}`);
  if (others.length > 0) throw new RangeError('A deed has one name; send several deeds as a list');
  return { json, perform: read(value, name) };
}

function deed<T>(read: Reader<T>, perform: (value: T, device: ControlledDevice) => unknown): Reader<Performance> {
  return (json, name) => {
    const value = read(json, name);
    return async (device) => {
      await perform(value, device);
    };
  };
}

function readPress(value: unknown, name: string) {
  const { button, event } = readFields(value, name);
  return { button: readButton(button, 'button'), event: readButtonEvent(event, 'event') };
}

function readHold(value: unknown, name: string) {
  const { button, ms } = readFields(value, name);
  return { button: readButton(button, 'button'), ms: readHoldMs(ms, 'ms') };
}

function readMemory(value: unknown, name: string) {
  const { available_heap: heap, larges_free_block: block, discarded_msg_size: discarded } = readFields(value, name);
  return {
    available_heap: readUint32(heap, 'available_heap'),
    larges_free_block: readUint32(block, 'larges_free_block'),
    ...(discarded !== undefined && { discarded_msg_size: readUint32(discarded, 'discarded_msg_size') }),
  };
}

function readError(value: unknown, name: string) {
  const { code, message } = readFields(value, name);
  return { code: readUint32(code, 'code'), message: readMessage(message, 'message') };
}
