import { BleState, ButtonEvent, ConnectionMode, DeviceButton, Environment } from '@tactus/protocol';
import type { OperatorDevice } from '../../devices/faulty-device.ts';
import { parseFaults } from '../../devices/link-faults.ts';
import {
  type FieldReader,
  intWithin,
  numberWithin,
  readBoolean,
  readFields,
  requireTrue,
  textMatching,
  valueByName,
} from './field-readers.ts';
import { simulatedClients } from './simulated-client.ts';

/** An action on a device: by a person's hand, by the environment, or by another app. */
export interface HardwareAction {
  /** The action as the client sent it. */
  readonly json: unknown;
  /** Performs the action; rejects with `DeviceRefusal` when the device refuses. */
  readonly perform: Performance;
}

type Performance = (device: OperatorDevice) => Promise<void>;

const HOLD_MAX_MS = 60_000;
const TEMPERATURE_MIN_C = -40;
const TEMPERATURE_MAX_C = 200;
const NETWORKS_MAX = 1_000;

const readUint32 = intWithin(0, 2 ** 32 - 1);
const readButton = valueByName(DeviceButton);
const readButtonEvent = valueByName(ButtonEvent);
const readHoldMs = numberWithin(1, HOLD_MAX_MS);
const readMessage = textMatching(({ length }) => length <= 1_000, 'a text of at most 1000 characters');
/** The connection modes of the specification; the vendor's two further modes cannot be requested. */
const { FACTORY: _factory, AUDIO: _audio, ...rebootModes } = ConnectionMode;

/** The readers of all actions, by name. */
const actionReaders: Readonly<Record<string, FieldReader<Performance>>> = {
  connected: action(readBoolean, (connected, device) => device.setConnected(connected)),
  restartSession: action(requireTrue, (_, { device }) => device.hardware().restartSession()),
  faults: action(
    (value, name) => parseFaults(readFields(value, name)),
    (order, device) => device.setFaults(order),
  ),
  press: action(readPress, ({ button, event }, { device }) => device.hardware().press(button, event)),
  hold: action(readHold, ({ button, ms }, { device }) => device.hardware().hold(button, ms)),
  charger: action(readBoolean, (connected, { device }) => device.hardware().setCharger(connected)),
  batteryLevel: action(numberWithin(0, 1), (level01, { device }) => device.hardware().setBatteryLevel(level01)),
  sliderBlocked: action(readBoolean, (blocked, { device }) => device.hardware().setSliderBlocked(blocked)),
  motorTemperature: action(numberWithin(TEMPERATURE_MIN_C, TEMPERATURE_MAX_C), (celsius, { device }) =>
    device.hardware().setMotorTemperature(celsius),
  ),
  lowMemory: action(readMemory, (memory, { device }) => device.hardware().reportLowMemory(memory)),
  error: action(readError, (error, { device }) => device.hardware().reportError(error)),
  ble: action(valueByName(BleState), (state, { device }) => device.hardware().setBleState(state)),
  wifiScan: action(intWithin(0, NETWORKS_MAX), (networks, { device }) => device.hardware().reportWifiScan(networks)),
  reboot: action(valueByName(rebootModes), (mode, { device }) =>
    device.call('system.reboot', { connection_mode: mode }),
  ),
  environment: action(valueByName(Environment), (environment, { device }) =>
    device.call('system.setEnvironment', { environment }),
  ),
  secondApp: action(valueByName(simulatedClients), (takeOver, { device }) => takeOver(device)),
};

/** Reads one action, or a list of actions. Throws a RangeError whose message names the fault. */
export function readActions(json: unknown): readonly HardwareAction[] {
  return Array.isArray(json) ? json.map(readAction) : [readAction(json)];
}

/** Performs the actions in order. Rejects with the refusal of the first that the device refuses; the rest are skipped. */
export async function performHardwareActions(
  actions: readonly HardwareAction[],
  device: OperatorDevice,
): Promise<void> {
  for (const { perform } of actions) await perform(device);
}

/** Reads an action: an object with the action's name and parameters. */
function readAction(json: unknown): HardwareAction {
  const [named, ...others] = Object.entries(readFields(json, 'An action'));
  const [name, value] = named ?? ['', undefined];
  const read = Object.hasOwn(actionReaders, name) ? actionReaders[name] : undefined;
  if (!read) throw new RangeError(`An action must be one of ${Object.keys(actionReaders).join(', ')}`);
  if (others.length > 0) throw new RangeError('An action has one name; send several actions as a list');
  return { json, perform: read(value, name) };
}

function action<T>(
  read: FieldReader<T>,
  perform: (value: T, device: OperatorDevice) => unknown,
): FieldReader<Performance> {
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
