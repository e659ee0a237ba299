import {
  type CallName,
  type DeviceBackend,
  DeviceRefusal,
  type Endpoint,
  errorKinds,
  FIRST_FULL_FIRMWARE_MAJOR,
  isDeviceCall,
} from '@tactus/protocol';
import type { NumberedCommand } from '../../devices/device-order.ts';
import { callDevice } from '../../features/playback/call-device.ts';
import type { CloudParts } from '../parts.ts';
import type { CloudCallContext } from './cloud-call.ts';
import { handleInCloud } from './handlers.ts';

/** One call of the contract, as its route knows the call. */
export interface RoutedCall {
  readonly name: CallName;
  readonly endpoint: Endpoint;
}

/** The context of a call to one device, however the device is addressed. `command`: the call's place among the client's commands. */
export function callContextFor(
  { endpoint }: RoutedCall,
  { parts, request, reply, caller, reference, timeoutMs }: Omit<CloudCallContext, 'requireDevice'>,
  command: NumberedCommand | undefined,
): CloudCallContext {
  const device = findConnectedDevice(parts, endpoint, reference);
  const requireDevice = () => {
    if (command) parts.orders.requireInOrder(reference, command);
    if (!device) throw new DeviceRefusal(errorKinds.deviceNotConnected);
    return device;
  };
  return { parts, request, reply, caller, reference, requireDevice, timeoutMs };
}

/** Under the vendor's profile these calls answer without `{result}`, because the vendor's document types them so. */
const BARE_FOR_VENDOR: ReadonlySet<CallName> = new Set(['hsp.pause', 'hsp.resume', 'hssp.pause', 'hssp.resume']);

/** The body of an answer. */
export function answerBodyOf({ config }: CloudParts, { name, endpoint }: RoutedCall, result: unknown): unknown {
  const isBare = endpoint.envelope === 'bare' || (config.profile === 'vendor' && BARE_FOR_VENDOR.has(name));
  return isBare ? result : { result };
}

/** The answer of one device, or of the cloud on the device's behalf. Throws `HttpRefusal` and `DeviceRefusal`. */
export const dispatchCall = ({ name }: RoutedCall, input: unknown, context: CloudCallContext): Promise<unknown> =>
  isDeviceCall(name) ? callDevice(name, input, context) : handleInCloud(name, input, context);

/** The device of a reference, when it is connected and its firmware knows the call: older firmware answers only a few calls. */
export function findConnectedDevice(
  { devices }: CloudParts,
  endpoint: Endpoint,
  reference: string,
): DeviceBackend | undefined {
  const device = reference === '' ? undefined : devices.get(reference);
  const info = device?.info();
  if (!info) return undefined;
  const isFull = endpoint.onFirmware3 || Number.parseInt(info.fw_version, 10) >= FIRST_FULL_FIRMWARE_MAJOR;
  return isFull ? device : undefined;
}
