import {
  type CallName,
  DeviceMode,
  DeviceRefusal,
  type Endpoint,
  errorKinds,
  FIRST_FULL_FIRMWARE_MAJOR,
  type InputReading,
  isDeviceCall,
  type LinkedDevice,
} from '@tactus/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CloudParts } from '../parts.ts';
import { admitCaller, checkRestrictions, countRequest } from './admission.ts';
import { badInput, NOT_MOUNTED } from './answers.ts';
import type { CallContext } from './cloud-call.ts';
import { cloudHandlerOf } from './mounted.ts';
import { readCallInput, readReference, readTimeoutMs } from './reading.ts';

/** Under the vendor's profile these answer without `{result}`, as its document has them (api-v3.md 1.4). */
const BARE_FOR_VENDOR: ReadonlySet<CallName> = new Set(['hsp.pause', 'hsp.resume', 'hssp.pause', 'hssp.resume']);

/** One call of the contract, as the routes have it. */
export interface Call {
  readonly name: CallName;
  readonly endpoint: Endpoint;
}

/**
 * Answers one call, in the order of api-v3.md 1.4: credential, connection key, what a token allows, how often, input,
 * device. Gives the body, or undefined when the response was taken over. Throws `HttpRefusal` and `DeviceRefusal`.
 */
export async function answerCall(
  parts: CloudParts,
  { name, endpoint }: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const caller = admitCaller(parts, endpoint, request);
  const reference = readReference(endpoint, request);
  const reading = readCallInput(endpoint, request);
  if (caller) {
    checkRestrictions(caller, reference, request);
    const stops = parts.config.profile !== 'vendor' && isStop(name, endpoint, reading);
    countRequest(parts, { caller, reference, stops }, reply);
  }
  const device = connectedDevice(parts, endpoint, reference);
  if (!reading.ok) throw badInput(endpoint, reading.problem, device !== undefined);

  const requireDevice = () => {
    if (!device) throw new DeviceRefusal(errorKinds.deviceNotConnected);
    return device;
  };
  const context = { parts, request, reply, caller, reference, requireDevice };
  const result = await resultOf(name, endpoint, reading.input, context);
  if (endpoint.envelope === 'stream') return undefined;
  const isBare = endpoint.envelope === 'bare' || (parts.config.profile === 'vendor' && BARE_FOR_VENDOR.has(name));
  return isBare ? result : { result };
}

/** Whether a call ends what moves: a mode's own stop, or the change to idle. */
function isStop(name: CallName, endpoint: Endpoint, reading: InputReading): boolean {
  if (name !== 'info.setMode' && name !== 'info.setMode2') return endpoint.endsMotion;
  const asked: unknown = reading.ok ? reading.input : undefined;
  return typeof asked === 'object' && asked !== null && 'mode' in asked && asked.mode === DeviceMode.IDLE;
}

async function resultOf(name: CallName, endpoint: Endpoint, input: unknown, context: CallContext): Promise<unknown> {
  // The row of this very name checked the input, which the compiler cannot follow from a name known at run time.
  const checked = input as never;
  if (isDeviceCall(name)) {
    const { parts, request, requireDevice } = context;
    return parts.caller.call({ device: requireDevice(), name, input: checked, timeoutMs: readTimeoutMs(request) });
  }
  const handler = cloudHandlerOf(name);
  if (handler) return handler(checked, context);
  if (endpoint.address !== 'none') context.requireDevice();
  throw new DeviceRefusal(NOT_MOUNTED);
}

/** The device of a reference, when it is connected and its firmware knows the call (api-v3.md 2.3). */
function connectedDevice({ devices }: CloudParts, endpoint: Endpoint, reference: string): LinkedDevice | undefined {
  const device = reference === '' ? undefined : devices.get(reference);
  const info = device?.info();
  if (!info) return undefined;
  const isFull = endpoint.onFirmware3 || Number.parseInt(info.fw_version, 10) >= FIRST_FULL_FIRMWARE_MAJOR;
  return isFull ? device : undefined;
}
