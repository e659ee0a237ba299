import { DeviceRefusal, type Endpoint, isStopCall } from '@tactus/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MultiDeviceChannel } from '../../devices/multi-device-channel.ts';
import { invalidInput } from '../../http/answers.ts';
import { readCallInput, readDeviceReference, readTimeoutMs } from '../../http/reading.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import { admitCaller, checkRestrictions, hideDemoKeys, limitRequests, limitUnknownKeys } from '../admission.ts';
import type { CloudParts } from '../parts.ts';
import { readPresentedSession } from '../presented-session.ts';
import { readNumberedCommand } from '../read-command.ts';
import { answerGuest } from './answer-guest.ts';
import { callAllTargets } from './broadcast.ts';
import { areMemberAnswersRequested, callEachMember } from './call-each-member.ts';
import { answerBodyOf, callContextFor, dispatchCall, findConnectedDevice, type RoutedCall } from './dispatch-call.ts';
import { throwInjectedFault } from './http-faults.ts';

/**
 * Answers one call. The checks run in this order: credential, connection key, restrictions of a token, rate limit, input,
 * device. A call to a channel goes to all its connected devices at the same time. Returns the body, or undefined when a
 * handler took the response over. Throws `HttpRefusal` and `DeviceRefusal`.
 */
export async function answerCall(
  parts: CloudParts,
  call: RoutedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const sessionText = readPresentedSession(request);
  if (sessionText !== undefined) return answerGuest(parts, call, sessionText, request, reply);
  const { name, endpoint } = call;
  const caller = admitCaller(parts, endpoint, request);
  const rawReference = readDeviceReference(endpoint, request);
  const reference = hideDemoKeys(parts, rawReference, request);
  const reading = readCallInput(endpoint, request);
  const isOurs = parts.config.profile !== 'vendor';
  const stops = isOurs && isStopCall(name, reading.ok ? reading.input : undefined);
  if (caller) {
    checkRestrictions(parts, { caller, reference: rawReference }, request);
    limitRequests(parts, { caller, reference, stops }, reply);
    limitUnknownKeys(parts, reference, request);
  }
  throwInjectedFault(parts, endpoint, reference, reply);
  const addressees = addresseesOf(parts, endpoint, reference);
  if (!reading.ok) {
    const connected = addressees.some((key) => findConnectedDevice(parts, endpoint, key) !== undefined);
    throw invalidInput(endpoint, reading.problem, connected);
  }

  const { input } = reading;
  const timeoutMs = readTimeoutMs(endpoint, request);
  const command = isOurs && caller ? readNumberedCommand(call, request, caller, input) : undefined;
  const answerOf = (key: string) => {
    const context = callContextFor(call, { parts, request, reply, caller, reference: key, timeoutMs }, command);
    const run = () => parts.shares.ownerCalls(key, { name, input }, () => dispatchCall(call, input, context));
    return command ? parts.orders.execute(key, command, run) : run();
  };
  const onFault = (error: unknown) => {
    if (!(error instanceof DeviceRefusal || error instanceof HttpRefusal))
      parts.log.error({ err: error, call: name }, 'a call failed by our fault for one device of a channel');
  };
  const channel = channelOf(parts, endpoint, reference);
  if (channel && areMemberAnswersRequested(request))
    return callEachMember(keysOf(channel), endpoint, answerOf, onFault);
  const result = await callAllTargets(addressees, answerOf, onFault);
  if (endpoint.envelope === 'stream') return undefined;
  return answerBodyOf(parts, call, result);
}

/**
 * The targets of a call: the connected devices of a channel, else the reference itself. A channel without connected
 * devices is answered like an unknown key. The event stream takes a channel as it is.
 */
function addresseesOf(parts: CloudParts, endpoint: Endpoint, reference: string): readonly string[] {
  const channel = channelOf(parts, endpoint, reference);
  if (!channel) return [reference];
  const keys = keysOf(channel);
  const connected = keys.filter((key) => findConnectedDevice(parts, endpoint, key) !== undefined);
  return connected.length > 0 ? connected : [reference];
}

/** The channel that a call addresses, where the call accepts channels. */
function channelOf(
  { channels }: CloudParts,
  { address, envelope }: Endpoint,
  reference: string,
): MultiDeviceChannel | undefined {
  return address === 'device-reference' && envelope !== 'stream' ? channels.get(reference) : undefined;
}

const keysOf = ({ members }: MultiDeviceChannel) => members.map(({ connectionKey }) => connectionKey);
