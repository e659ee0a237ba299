import { type GuestCallKind, guestCallKind } from '@tactus/motion';
import { type Endpoint, fieldsOf, isDeviceCall, type ReadInputResult, UNAUTHENTICATED_BODY } from '@tactus/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOwnerTakingControl } from '../../devices/owner-calls.ts';
import type { Caller } from '../../features/auth/gate.ts';
import {
  auditEntryOfRefusal,
  guestForbiddenRefusal,
  guestNotInControlRefusal,
  guestSessionOverRefusal,
} from '../../features/shares/guest-refusals.ts';
import type { GuestSession } from '../../features/shares/guest-session.ts';
import type { SharedControl } from '../../features/shares/shared-control.ts';
import { stopConfirmationCheckFor } from '../../features/stopping/stop-confirmation-check.ts';
import { invalidInputRefusal } from '../../http/answers.ts';
import { readCallInput, readDeviceReference, readQueryParameter, readTimeoutMs } from '../../http/reading.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import { limitRequests } from '../admission.ts';
import type { CloudParts } from '../parts.ts';
import { readNumberedCommand } from '../read-command.ts';
import type { CloudCallContext } from './cloud-call.ts';
import { answerBodyOf, callContextFor, dispatchCall, findConnectedDevice, type RoutedCall } from './dispatch-call.ts';
import { openGuestStream } from './guest-stream.ts';
import { throwInjectedFault } from './http-faults.ts';

/** The owner's log gets one line for the same reason within this time. */
const SAME_REASON_MS = 1_000;
const lastRefusals = new WeakMap<GuestSession, { readonly reason: string; readonly atMs: number }>();

/**
 * Answers a call of a guest: reads, any Stop, and the motion that the share allows to the guest in control. No answer
 * contains the device's own key. Throws `HttpRefusal` and `DeviceRefusal`.
 */
export async function answerGuest(
  parts: CloudParts,
  call: RoutedCall,
  sessionText: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const session = requireGuestSession(parts, sessionText);
  const sharedControl = parts.shares.sharedControlFor(session);
  sharedControl.seen(session);
  try {
    return await answerIn(parts, { call, session, sharedControl }, request, reply);
  } catch (error) {
    const reason = auditEntryOfRefusal(error);
    if (reason !== undefined) noteRefusal(parts, session, reason);
    throw error;
  }
}

/** The session of a text. Throws 401 for an ended and for an unknown session. */
export function requireGuestSession(parts: CloudParts, text: string): GuestSession {
  const session = parts.shares.find(text);
  if (!session) throw new HttpRefusal(401, UNAUTHENTICATED_BODY);
  parts.shares.comesBack(session);
  if (session.over !== undefined) throw guestSessionOverRefusal(session.over);
  return session;
}

/** A request of a guest after parsing. */
interface GuestRequest {
  readonly context: CloudCallContext;
  readonly kind: Exclude<GuestCallKind, 'never'>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly reading: ReadInputResult;
}

interface Guest {
  readonly call: RoutedCall;
  readonly session: GuestSession;
  readonly sharedControl: SharedControl;
}

async function answerIn(
  parts: CloudParts,
  { call, session, sharedControl }: Guest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { name, endpoint } = call;
  const timeoutMs = readTimeoutMs(endpoint, request);
  const reading = readCallInput(endpoint, request, timeoutMs);
  const input = reading.ok ? fieldsOf(reading.input) : {};
  const kind = guestCallKind(name, input);
  checkAddress(endpoint, session, request);
  if (kind === 'never') throw guestForbiddenRefusal('not-shared');
  const caller: Caller = {
    kind: 'guest',
    id: session.id,
    isRestricted: true,
    forbidden: forbidOtherApis,
    isAlive: alive(session),
  };
  const reference = endpoint.address === 'none' ? '' : session.share.connectionKey;
  const opensStream = endpoint.envelope === 'stream';
  if (reference !== '')
    limitRequests(parts, { caller, reference: session.alias, stops: kind === 'stop', opensStream }, reply);
  throwInjectedFault(parts, endpoint, reference, reply);
  requireGood(parts, endpoint, reference, reading);

  const command = readNumberedCommand(call, request, caller, input);
  const context = callContextFor(call, { parts, request, reply, caller, reference, timeoutMs }, command);
  const run = () => execute({ call, session, sharedControl }, { context, kind, input, reading });
  return command ? parts.orders.execute(reference, command, run) : run();
}

/** Executes a guest's call when its turn among the guest's commands has come. */
async function execute(
  { call, session, sharedControl }: Guest,
  { context, kind, input, reading }: GuestRequest,
): Promise<unknown> {
  const { name } = call;
  const { parts, reference } = context;
  if (kind === 'stream') return openGuestStream(context, session, sharedControl);
  if (kind === 'stop' || kind === 'read') {
    const answer = async () => dispatchCall(call, reading.ok ? reading.input : {}, context);
    if (kind === 'read') return answerBodyOf(parts, call, await answer());
    const stop = () =>
      sharedControl.stopped({ by: session, call: name }, answer, stopConfirmationCheckFor(name, input));
    const pressed = sharedControl.controller() === session ? 'few' : parts.shares.viewerStops.count(session);
    if (pressed === 'first') sharedControl.floods(session);
    const device = pressed === 'few' || sharedControl.isDriven() ? undefined : parts.devices.get(reference);
    return answerBodyOf(
      parts,
      call,
      await (device ? parts.shares.viewerStops.answer(device, { name, input }, stop) : stop()),
    );
  }
  if (!session.share.terms.limits.allow.includes(kind)) throw guestForbiddenRefusal('mode-not-allowed');
  if (sharedControl.controller() !== session) throw guestForbiddenRefusal('viewer');
  if (!sharedControl.isHeldBy(session)) throw guestNotInControlRefusal('no-hold');
  if (!isDeviceCall(name)) throw guestForbiddenRefusal('not-shared');
  const { plan } = sharedControl.motion;
  const isGoing = plan().moves && plan().mode === kind;
  const result = await parts.shares.driving.execute(sharedControl, session, { name, input, mode: kind }, context);
  if (isOwnerTakingControl(name) && name !== 'hsp.setup' && !isGoing)
    parts.shares.audit(reference, { ...whoOf(session), what: 'start', detail: kind });
  return answerBodyOf(parts, call, result);
}

/** Checks the header by which a guest names its one device: the alias of the session. */
function checkAddress(endpoint: Endpoint, { alias }: GuestSession, request: FastifyRequest): void {
  if (readQueryParameter(request, 'apikey') !== undefined || readQueryParameter(request, 'ck') !== undefined)
    throw guestForbiddenRefusal('in-address');
  if (endpoint.address !== 'none' && readDeviceReference(endpoint, request) !== alias)
    throw guestForbiddenRefusal('other-device');
}

function requireGood(parts: CloudParts, endpoint: Endpoint, reference: string, reading: ReadInputResult): void {
  if (reading.ok) return;
  throw invalidInputRefusal(endpoint, reading.problem, findConnectedDevice(parts, endpoint, reference) !== undefined);
}

function noteRefusal(parts: CloudParts, session: GuestSession, reason: string): void {
  const last = lastRefusals.get(session);
  const atMs = parts.time.monotonic();
  if (last?.reason === reason && atMs - last.atMs < SAME_REASON_MS) return;
  lastRefusals.set(session, { reason, atMs });
  parts.shares.audit(session.share.connectionKey, { ...whoOf(session), what: 'refused', detail: reason });
}

const whoOf = ({ id, name, share }: GuestSession) => ({ share: share.id, session: id, who: name });

const alive = (session: GuestSession) => () => session.over === undefined;

/** A guest session is valid for the device API alone. */
const forbidOtherApis = () => 'device';
