import { type CallName, type Endpoint, isStopCall, type ReadInputResult } from '@tactus/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NumberedCommand } from '../../devices/device-order.ts';
import type { MultiDeviceChannel } from '../../devices/multi-device-channel.ts';
import { readCredentials } from '../../features/auth/credentials.ts';
import type { Caller } from '../../features/auth/gate.ts';
import { isSessionText } from '../../features/shares/guest-session.ts';
import { invalidInputRefusal } from '../../http/answers.ts';
import { readCallInput, readDeviceReference, readTimeoutMs } from '../../http/reading.ts';
import { addressableReferenceOf, admitCaller, limitCaller, logFaultOf, refuseAfterStop } from '../admission.ts';
import type { CloudParts } from '../parts.ts';
import { readNumberedCommand } from '../read-command.ts';
import { answerGuest } from './answer-guest.ts';
import { areMemberAnswersRequested, callEachMember } from './call-each-member.ts';
import { answerBodyOf, callContextFor, dispatchCall, findConnectedDevice, type RoutedCall } from './dispatch-call.ts';
import { throwInjectedFault } from './http-faults.ts';

/**
 * Answers one call. The checks run in this order: credential, connection key, restrictions of a token, rate limit, input,
 * device. A call to a channel goes to all its connected devices at the same time. Resolves with the body, or with undefined
 * when a handler took the response over. Throws `HttpRefusal` and `DeviceRefusal`, or rejects with them. No async function:
 * every command passes here, and its suspended state would cost time.
 */
export function answerCall(
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
  const reference = addressableReferenceOf(parts, rawReference, request);
  const timeoutMs = readTimeoutMs(endpoint, request);
  const reading = readCallInput(endpoint, request, timeoutMs);
  const stops = parts.config.profile !== 'vendor' && isStopCall(name, reading.ok ? reading.input : undefined);
  const opensStream = endpoint.envelope === 'stream';
  const refusal = limitCaller(parts, { caller, rawReference, reference, stops, opensStream }, request, reply);
  const execute = () => executeCall(parts, call, { caller, reference, timeoutMs, reading }, request, reply);
  return refusal ? refuseAfterStop(parts, { reference, refusal }, execute) : execute();
}

/** A call of a caller that may address its device. */
interface AdmittedCall {
  readonly caller: Caller | undefined;
  readonly reference: string;
  readonly timeoutMs: number;
  readonly reading: ReadInputResult;
}

function executeCall(
  parts: CloudParts,
  call: RoutedCall,
  { caller, reference, timeoutMs, reading }: AdmittedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { name, endpoint } = call;
  throwInjectedFault(parts, endpoint, reference, reply);
  const channel = channelOf(parts, endpoint, reference);
  if (!reading.ok) {
    const keys = channel ? keysOf(channel) : [reference];
    const connected = keys.some((key) => findConnectedDevice(parts, endpoint, key) !== undefined);
    throw invalidInputRefusal(endpoint, reading.problem, connected);
  }

  const { input } = reading;
  const command =
    parts.config.profile !== 'vendor' && caller ? readNumberedCommand(call, request, caller, input) : undefined;
  const answerOf = (key: string) => {
    const context = callContextFor(call, { parts, request, reply, caller, reference: key, timeoutMs }, command);
    const run = () => parts.shares.ownerCalls(key, { name, input }, () => dispatchCall(call, input, context));
    return command ? parts.orders.execute(key, command, run) : run();
  };
  if (channel && areMemberAnswersRequested(request))
    return callEachMember(keysOf(channel), endpoint, answerOf, faultLoggerOf(parts, name));
  const answer = channel
    ? callAllTargets(addresseesOf(parts, endpoint, channel, command), answerOf, faultLoggerOf(parts, name))
    : answerOf(reference);
  return answer.then((result) => (endpoint.envelope === 'stream' ? undefined : answerBodyOf(parts, call, result)));
}

/** Logs an error of the cloud itself for one device of a channel, which the answers of the others hide. */
const faultLoggerOf = (parts: CloudParts, call: CallName) =>
  logFaultOf(parts, 'a call failed by our fault for one device of a channel', { call });

/**
 * The targets of a call to a channel: its connected devices. A channel without connected devices is answered like an
 * unknown key. The event stream takes a channel as it is. A Stop bars older commands of the other devices too.
 */
function addresseesOf(
  parts: CloudParts,
  endpoint: Endpoint,
  channel: MultiDeviceChannel,
  command: NumberedCommand | undefined,
): readonly string[] {
  const connected = keysOf(channel).filter((key) => findConnectedDevice(parts, endpoint, key) !== undefined);
  if (command?.isStop)
    for (const key of keysOf(channel)) if (!connected.includes(key)) parts.orders.bar(key, command.numbers);
  return connected.length > 0 ? connected : [channel.reference];
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

/** The session of a request, from its header or, against the rules, from its query; '' for a session in the query. */
function readPresentedSession(request: FastifyRequest): string | undefined {
  const { headers } = request;
  const query = request.query as Readonly<Record<string, unknown>>; // Fastify's parser gives an object
  const inQuery = query['apikey'];
  if (headers.authorization === undefined && !startsAsSession(headers['x-api-key']) && inQuery === undefined)
    return undefined;
  return readCredentials(headers, typeof inQuery === 'string' ? inQuery : undefined).find(isSessionText);
}

const startsAsSession = (value: unknown): boolean => typeof value !== 'string' || isSessionText(value.trim());

/**
 * Sends to several targets at the same time and waits for all of them, so that every target has finished before the next call.
 * Resolves with the first success, in the order of the targets; throws the first error when all fail. Errors beside a
 * success go to `onIgnored`.
 * @internal
 */
export function callAllTargets<A, R>(
  targets: readonly A[],
  send: (one: A) => Promise<R>,
  onIgnored: (error: unknown) => void,
): Promise<R> {
  const [only] = targets;
  return only !== undefined && targets.length === 1 ? send(only) : broadcastToAll(targets, send, onIgnored);
}

async function broadcastToAll<A, R>(
  targets: readonly A[],
  send: (one: A) => Promise<R>,
  onIgnored: (error: unknown) => void,
): Promise<R> {
  const outcomes = await Promise.allSettled(targets.map(send));
  const success = outcomes.find((outcome) => outcome.status === 'fulfilled');
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  if (!success) throw failures[0] ?? new RangeError('There is no target');
  for (const failure of failures) onIgnored(failure);
  return success.value;
}
