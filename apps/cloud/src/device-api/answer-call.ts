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
import { answerMembers, wantsMembers } from '../channels/answer-members.ts';
import { askTogether } from '../channels/ask-together.ts';
import type { Channel } from '../channels/channel.ts';
import { throwInjectedFault } from '../devices/http-faults.ts';
import { HttpRefusal } from '../http/refusal.ts';
import type { CloudParts } from '../parts.ts';
import { admitCaller, checkRestrictions, countKey, countRequest, reachableReference } from './admission.ts';
import { badInput } from './answers.ts';
import { callDevice } from './call-device.ts';
import { answerHere } from './handlers.ts';
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
 * device. A call to a channel goes to all its connected devices at the same time. Gives the body, or undefined when the
 * response was taken over. Throws `HttpRefusal` and `DeviceRefusal`.
 */
export async function answerCall(
  parts: CloudParts,
  { name, endpoint }: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const caller = admitCaller(parts, endpoint, request);
  const given = readReference(endpoint, request);
  const reference = reachableReference(parts, given, request);
  const reading = readCallInput(endpoint, request);
  if (caller) {
    checkRestrictions(parts, { caller, reference: given }, request);
    const stops = parts.config.profile !== 'vendor' && isStop(name, endpoint, reading);
    countRequest(parts, { caller, reference, stops }, reply);
    countKey(parts, reference, request);
  }
  throwInjectedFault(parts, endpoint, reference, reply);
  const addressees = addresseesOf(parts, endpoint, reference);
  if (!reading.ok) {
    const connected = addressees.some((key) => connectedDevice(parts, endpoint, key) !== undefined);
    throw badInput(endpoint, reading.problem, connected);
  }

  const { input } = reading;
  const timeoutMs = readTimeoutMs(endpoint, request);
  /** What one device answers, or the cloud for it. */
  const answerOf = (key: string) => {
    const device = connectedDevice(parts, endpoint, key);
    const requireDevice = () => {
      if (!device) throw new DeviceRefusal(errorKinds.deviceNotConnected);
      return device;
    };
    const context = { parts, request, reply, caller, reference: key, requireDevice, timeoutMs };
    return isDeviceCall(name) ? callDevice(name, input, context) : answerHere(name, input, context);
  };
  const onFault = (error: unknown) => {
    if (!(error instanceof DeviceRefusal || error instanceof HttpRefusal))
      parts.log.error({ err: error, call: name }, 'a call failed by our fault for one device of a channel');
  };
  const channel = channelOf(parts, endpoint, reference);
  if (channel && wantsMembers(request)) return answerMembers(keysOf(channel), endpoint, answerOf, onFault);
  const result = await askTogether(addressees, answerOf, onFault);
  if (endpoint.envelope === 'stream') return undefined;
  const isBare = endpoint.envelope === 'bare' || (parts.config.profile === 'vendor' && BARE_FOR_VENDOR.has(name));
  return isBare ? result : { result };
}

/**
 * Whom a call goes to: the connected devices of a channel, else the reference itself. A channel without any is answered
 * as a key that nobody has. The event stream takes a channel as it is.
 */
function addresseesOf(parts: CloudParts, endpoint: Endpoint, reference: string): readonly string[] {
  const channel = channelOf(parts, endpoint, reference);
  if (!channel) return [reference];
  const keys = keysOf(channel);
  const connected = keys.filter((key) => connectedDevice(parts, endpoint, key) !== undefined);
  return connected.length > 0 ? connected : [reference];
}

/** The channel that a call goes to, where it may go to one. */
function channelOf({ channels }: CloudParts, { address, envelope }: Endpoint, reference: string): Channel | undefined {
  return address === 'device-reference' && envelope !== 'stream' ? channels.get(reference) : undefined;
}

const keysOf = ({ members }: Channel) => members.map(({ connectionKey }) => connectionKey);

/** Whether a call ends what moves: a mode's own stop, or the change to idle. */
function isStop(name: CallName, endpoint: Endpoint, reading: InputReading): boolean {
  if (name !== 'info.setMode' && name !== 'info.setMode2') return endpoint.endsMotion;
  const asked: unknown = reading.ok ? reading.input : undefined;
  return typeof asked === 'object' && asked !== null && 'mode' in asked && asked.mode === DeviceMode.IDLE;
}

/** The device of a reference, when it is connected and its firmware knows the call (api-v3.md 2.3). */
function connectedDevice({ devices }: CloudParts, endpoint: Endpoint, reference: string): LinkedDevice | undefined {
  const device = reference === '' ? undefined : devices.get(reference);
  const info = device?.info();
  if (!info) return undefined;
  const isFull = endpoint.onFirmware3 || Number.parseInt(info.fw_version, 10) >= FIRST_FULL_FIRMWARE_MAJOR;
  return isFull ? device : undefined;
}
