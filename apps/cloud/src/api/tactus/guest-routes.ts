import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toSseFrame } from '../../events/sse-broadcaster.ts';
import { openSseStream } from '../../events/sse-stream.ts';
import { GUEST_HOLD_DURATION_MS, type HoldGrant, type HoldRefusal } from '../../features/shares/guest-hold.ts';
import { shareConflict, shareGone } from '../../features/shares/guest-refusals.ts';
import { endOldestStreams, type GuestSession, isSessionText } from '../../features/shares/guest-session.ts';
import { type Share, shareMinutesEndMs } from '../../features/shares/share.ts';
import { CONTROL_RETAINED_MS, type SharedControl } from '../../features/shares/shared-control.ts';
import { toControlView, toOwnerView, toSessionView } from '../../features/shares/views.ts';
import { readField } from '../../http/body-field.ts';
import { clientAddressOf } from '../../http/client-address.ts';
import { badRequest, tooManyTactusRequests } from '../../http/http-errors.ts';
import { readLinkSecret } from '../../http/link-secret.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { type HttpRefusal, notFound } from '../../http/refusal.ts';
import type { FailureLimiter } from '../../rate-limit/failure-limiter.ts';
import { requireGuestSession } from '../device/answer-guest.ts';
import type { CloudParts } from '../parts.ts';
import { admitOwner } from './owner-routes.ts';
import { readGuestName } from './reading-terms.ts';

interface OfShare {
  Params: { id: string };
}

const RENEW_EVERY_MS = 150;
const ROUND_TRIP_MAX_MS = 60_000;
/** Shortest interval between two reports of a guest's round trip. */
const ROUND_TRIP_EVERY_MS = 1_000;

/** The caller and the shared control. */
interface Guest {
  readonly session: GuestSession;
  readonly sharedControl: SharedControl;
}

/** The guest's side of sharing; `PUT /shares/control` is the owner's too. */
export function mountGuestRoutes(api: FastifyInstance, parts: CloudParts, failures: FailureLimiter): void {
  const { shares, config, time } = parts;

  function admitGuest(request: FastifyRequest, reply: FastifyReply): Guest {
    const session = requireGuestSession(parts, readOwnerSecret(request));
    const sharedControl = shares.sharedControlFor(session);
    sharedControl.seen(session);
    reply.header('cache-control', 'no-store');
    return { session, sharedControl };
  }

  /** Counts a wrong link and returns the refusal: an address with too many wrong links has to wait. */
  function wrongLink(address: string): HttpRefusal {
    const waitMs = failures.waitMs(address);
    if (waitMs > 0) return tooManyTactusRequests('Too many wrong links from this address; try again later', waitMs);
    failures.fail(address);
    return notFound('This link leads nowhere');
  }

  /**
   * The share of a link. A wrong secret is answered like an unknown id, and both are counted. A right secret is accepted despite
   * any number of failures of the same network: nobody guesses 256 bits.
   */
  function openShare(request: FastifyRequest<OfShare>): Share {
    const share = shares.registry.open(request.params.id, readLinkSecret(request.body));
    if (!share) throw wrongLink(clientAddressOf(config, request));
    if (share.over === 'revoked') throw shareGone('ShareRevoked', 'The owner has ended this share');
    if (share.over === 'expired' || time.now() >= share.terms.expiresAtMs)
      throw shareGone('ShareExpired', 'This share has expired');
    if ((shareMinutesEndMs(share) ?? Infinity) <= time.now())
      throw shareGone('ShareTimeOver', 'The minutes that the owner has given are over');
    return share;
  }

  api.post<OfShare>('/shares/:id/sessions', async (request, reply) => {
    const share = openShare(request);
    const entry = await shares.enter(share, readGuestName(request.body));
    if (entry === 'full') throw shareConflict('ShareFull', 'As many as the owner allows are here already');
    if (entry === 'used-up') throw shareGone('ShareUsedUp', 'This link was used as often as it can be');
    reply.code(201).header('cache-control', 'no-store');
    return { session: entry.text, ...toSessionView(entry.session, shares.sharedControlFor(entry.session)) };
  });

  api.get('/shares/session', async (request, reply) => {
    const { session, sharedControl } = admitGuest(request, reply);
    return toSessionView(session, sharedControl);
  });

  api.get('/shares/session/events', async (request, reply) => {
    const { session, sharedControl } = admitGuest(request, reply);
    endOldestStreams(session);
    reply.hijack();
    const sink = openSseStream(reply.raw, reply.getHeaders(), () => session.over === undefined);
    const leave = shares.guests.add(session, sink);
    session.streams.add(sink);
    sharedControl.seen(session);
    sink.write(toSseFrame('session', toSessionView(session, sharedControl)));
    sink.onClose(() => {
      leave();
      session.streams.delete(sink);
      sharedControl.seen(session);
    });
    parts.metrics.answered({ call: 'tactus.shares', status: 200, refusal: undefined, seconds: undefined });
    return reply;
  });

  api.delete('/shares/session', async (request, reply) => {
    shares.remove(admitGuest(request, reply).session, 'left');
    return reply.code(204).send();
  });

  api.post('/shares/control', async (request, reply) => {
    const { session, sharedControl } = admitGuest(request, reply);
    const granted = requireHold(sharedControl.take(session));
    await parts.leases.stored(session.share.connectionKey);
    noteRoundTrip(session, request.body);
    reply.code(201);
    const times = {
      ttl_ms: GUEST_HOLD_DURATION_MS,
      renew_every_ms: RENEW_EVERY_MS,
      back_within_ms: CONTROL_RETAINED_MS,
    };
    return { expires_at: granted.expiresAt, ...times };
  });

  api.put('/shares/control', async (request, reply) => {
    if (!isSessionText(readOwnerSecret(request))) return passByOwner(request, reply);
    const { session, sharedControl } = admitGuest(request, reply);
    const { expiresAt } = requireHold(sharedControl.renew(session));
    noteRoundTrip(session, request.body);
    return { expires_at: expiresAt };
  });

  api.delete('/shares/control', async (request, reply) => {
    const { session, sharedControl } = admitGuest(request, reply);
    sharedControl.letGo(session);
    return reply.code(204).send();
  });

  api.post('/shares/control/ask', async (request, reply) => {
    const { session, sharedControl } = admitGuest(request, reply);
    return { granted: sharedControl.requestControl(session) };
  });

  api.delete('/shares/control/ask', async (request, reply) => {
    const { session, sharedControl } = admitGuest(request, reply);
    sharedControl.withdraw(session);
    return reply.code(204).send();
  });

  api.post('/shares/control/hand', async (request, reply) => {
    const { session, sharedControl } = admitGuest(request, reply);
    const to = readGuest(request.body, sharedControl);
    if (sharedControl.controller() !== session)
      throw shareConflict('NotController', 'Only who has control can hand it over');
    if (!to) throw badRequest('session must be a guest who is here');
    await sharedControl.passControl(to, session);
    return reply.code(204).send();
  });

  /** Reports a guest's round trip to the owner; a body without a valid number is ignored. */
  function noteRoundTrip(session: GuestSession, body: unknown): void {
    const ms = readField(body, 'rtt_ms');
    if (typeof ms !== 'number' || !Number.isInteger(ms) || ms < 0 || ms > ROUND_TRIP_MAX_MS) return;
    const nowMs = time.monotonic();
    const last = session.roundTrip;
    if (last && (last.ms === ms || nowMs - last.sentAtMs < ROUND_TRIP_EVERY_MS)) return;
    session.roundTrip = { ms, sentAtMs: nowMs };
    const { connectionKey } = session.share;
    if (shares.owners.hasSubscribers(connectionKey))
      shares.owners.send(
        connectionKey,
        'shares',
        toOwnerView(
          shares.registry.list(connectionKey),
          shares.sharedControlOf(connectionKey),
          parts.leases.leftBy(connectionKey),
        ),
      );
  }

  async function passByOwner(request: FastifyRequest, reply: FastifyReply) {
    const { connectionKey } = admitOwner(parts, request, reply);
    const sharedControl = shares.sharedControlOf(connectionKey);
    if (!sharedControl) throw notFound('Nobody is here to share with');
    await sharedControl.passControl(readGuest(request.body, sharedControl), undefined);
    return toControlView(sharedControl, parts.leases.leftBy(connectionKey));
  }
}

/** The guest that a body names; undefined for null. Throws a 400 for a guest who is not connected. */
function readGuest(body: unknown, sharedControl: SharedControl): GuestSession | undefined {
  const id = readField(body, 'session');
  if (id === null) return undefined;
  const session = [...sharedControl.sessions].find((one) => one.id === id);
  if (!session) throw badRequest('session must be a guest who is here, or null');
  return session;
}

function requireHold(outcome: HoldGrant | HoldRefusal): HoldGrant {
  if (typeof outcome === 'object' && 'expiresAt' in outcome) return outcome;
  if (typeof outcome === 'object') {
    const { holder, rank } = outcome.heldBy;
    throw shareConflict('HeldElsewhere', 'Somebody else holds the device', { holder, rank });
  }
  throw refusals[outcome]();
}

const refusals: Readonly<Record<Extract<HoldRefusal, string>, () => HttpRefusal>> = {
  'not-controller': () => shareConflict('NotController', 'Ask for control first'),
  'stopped-just-now': () => shareConflict('StoppedJustNow', 'Somebody stopped just now'),
  'no-room': () => shareConflict('HeldElsewhere', 'This server has no room for another hold at the moment'),
  lapsed: () => shareGone('HoldLapsed', 'The hold lapsed, and what moved was stopped'),
  'let-go': () => shareGone('HoldLetGo', 'There is no hold'),
};
