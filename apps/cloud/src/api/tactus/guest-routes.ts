import { guestCalls, isReservedName, type TactusErrorName } from '@tactus/protocol';
import type { FastifyInstance } from 'fastify';
import { toSseFrame } from '../../events/sse-broadcaster.ts';
import { GUEST_HOLD_DURATION_MS, type HoldGrant, type HoldRefusal } from '../../features/shares/guest-hold.ts';
import { endOldestStreams, type GuestSession, isSessionText } from '../../features/shares/guest-session.ts';
import { type Share, shareMinutesEndMs } from '../../features/shares/share.ts';
import { CONTROL_RETAINED_MS, type SharedControl } from '../../features/shares/shared-control.ts';
import { toControlView, toSessionView } from '../../features/shares/views.ts';
import { badRequest } from '../../http/http-errors.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { notFound } from '../../http/refusal.ts';
import { requireGuestSession } from '../device/answer-guest.ts';
import { openEventStream } from '../open-event-stream.ts';
import type { CloudParts } from '../parts.ts';
import { createLinkOpener } from './link-opener.ts';
import { mountCalls, type ReceivedCall, refusalOf } from './mount-calls.ts';
import { admitOwner, ownerViewOf } from './owner-routes.ts';

const RENEW_EVERY_MS = 150;
/** Shortest interval between two reports of a guest's round trip. */
const ROUND_TRIP_EVERY_MS = 1_000;

/** The caller and the shared control. */
interface Guest {
  readonly session: GuestSession;
  readonly sharedControl: SharedControl;
}

/** The guest's side of sharing; `PUT /shares/control` is the owner's too. */
export function mountGuestRoutes(api: FastifyInstance, parts: CloudParts): void {
  const { shares, time } = parts;

  function admitGuest({ request, reply }: ReceivedCall): Guest {
    const session = requireGuestSession(parts, readOwnerSecret(request));
    const sharedControl = shares.sharedControlFor(session);
    sharedControl.seen(session);
    reply.header('cache-control', 'no-store');
    return { session, sharedControl };
  }

  const openLink = createLinkOpener(parts, shares.registry.open);

  /** The share of a link. */
  function openShare(call: ReceivedCall<typeof guestCalls.enter>): Share {
    const share = openLink(call);
    if (share.over === 'revoked') throw refusalOf(guestCalls.enter, 'ShareRevoked', 'The owner has ended this share');
    if (share.over === 'expired' || time.now() >= share.terms.expiresAtMs)
      throw refusalOf(guestCalls.enter, 'ShareExpired', 'This share has expired');
    if ((shareMinutesEndMs(share) ?? Infinity) <= time.now())
      throw refusalOf(guestCalls.enter, 'ShareTimeOver', 'The minutes that the owner has given are over');
    return share;
  }

  /** Reports a guest's round trip to the owner, if it is known. */
  function noteRoundTrip(session: GuestSession, ms: number | undefined): void {
    if (ms === undefined) return;
    const nowMs = time.monotonic();
    const last = session.roundTrip;
    if (last && (last.ms === ms || nowMs - last.sentAtMs < ROUND_TRIP_EVERY_MS)) return;
    session.roundTrip = { ms, sentAtMs: nowMs };
    const { connectionKey } = session.share;
    if (shares.owners.hasSubscribers(connectionKey))
      shares.owners.send(connectionKey, 'shares', ownerViewOf(parts, connectionKey));
  }

  mountCalls(api, guestCalls, {
    async enter(call) {
      const share = openShare(call);
      const { name } = call.body();
      if (isReservedName(name))
        throw refusalOf(guestCalls.enter, 'NameReserved', 'name must not be "owner": that is whoever owns the device');
      const entry = await shares.enter(share, name);
      if (entry === 'full')
        throw refusalOf(guestCalls.enter, 'ShareFull', 'As many as the owner allows are here already');
      if (entry === 'used-up')
        throw refusalOf(guestCalls.enter, 'ShareUsedUp', 'This link was used as often as it can be');
      return { session: entry.text, ...toSessionView(entry.session, shares.sharedControlFor(entry.session)) };
    },

    read(call) {
      const { session, sharedControl } = admitGuest(call);
      return toSessionView(session, sharedControl);
    },

    events(call) {
      const { reply } = call;
      const { session, sharedControl } = admitGuest(call);
      const sink = openEventStream(parts, call.request, reply, () => session.over === undefined);
      endOldestStreams(session);
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
    },

    leave: (call) => shares.remove(admitGuest(call).session, 'left'),

    async take(call) {
      const { session, sharedControl } = admitGuest(call);
      const granted = requireHold(sharedControl.take(session));
      await parts.leases.stored(session.share.connectionKey).catch((error: unknown) => {
        sharedControl.letGo(session);
        throw error;
      });
      noteRoundTrip(session, call.body().rtt_ms);
      const times = {
        ttl_ms: GUEST_HOLD_DURATION_MS,
        renew_every_ms: RENEW_EVERY_MS,
        back_within_ms: CONTROL_RETAINED_MS,
      };
      return { expires_at: granted.expiresAt, ...times };
    },

    async setControl(call) {
      if (!isSessionText(readOwnerSecret(call.request))) return passByOwner(call);
      const { session, sharedControl } = admitGuest(call);
      const { expiresAt } = requireHold(sharedControl.renew(session));
      noteRoundTrip(session, call.body().rtt_ms);
      return { expires_at: expiresAt };
    },

    release(call) {
      const { session, sharedControl } = admitGuest(call);
      sharedControl.letGo(session);
    },

    async requestControl(call) {
      const { session, sharedControl } = admitGuest(call);
      return { granted: await sharedControl.requestControl(session) };
    },

    withdrawRequest(call) {
      const { session, sharedControl } = admitGuest(call);
      sharedControl.withdraw(session);
    },

    async passControl(call) {
      const { session, sharedControl } = admitGuest(call);
      const to = findGuest(call.body().session, sharedControl);
      if (sharedControl.controller() !== session)
        throw refusalOf(guestCalls.passControl, 'NotController', 'Only who has control can hand it over');
      if (!to) throw badRequest('session must be a guest who is here');
      await sharedControl.passControl(to, session);
    },
  });

  async function passByOwner({ request, reply, body }: ReceivedCall<typeof guestCalls.setControl>) {
    const { connectionKey } = admitOwner(parts, request, reply);
    const sharedControl = shares.sharedControlOf(connectionKey);
    if (!sharedControl) throw notFound('Nobody is here to share with');
    await sharedControl.passControl(findGuest(body().session, sharedControl), undefined);
    return toControlView(sharedControl, parts.leases.leftBy(connectionKey));
  }
}

/** The guest that a body names; undefined for null. Throws a 400 for a guest who is not connected. */
function findGuest(id: string | null | undefined, sharedControl: SharedControl): GuestSession | undefined {
  if (id === null) return undefined;
  const session = [...sharedControl.sessions].find((one) => one.id === id);
  if (!session) throw badRequest('session must be a guest who is here, or null');
  return session;
}

function requireHold(outcome: HoldGrant | HoldRefusal): HoldGrant {
  if (typeof outcome === 'object' && 'expiresAt' in outcome) return outcome;
  if (typeof outcome === 'object') {
    const { holder, rank } = outcome.heldBy;
    throw refusalOf(guestCalls.take, 'HeldElsewhere', 'Somebody else holds the device', { holder, rank });
  }
  throw refusalOf(guestCalls.take, ...refusals[outcome]);
}

const refusals: Readonly<
  Record<Extract<HoldRefusal, string>, readonly [TactusErrorName<typeof guestCalls.take>, string]>
> = {
  'not-controller': ['NotController', 'Ask for control first'],
  'stopped-just-now': ['StoppedJustNow', 'Somebody stopped just now'],
  'no-room': ['HeldElsewhere', 'This server has no room for another hold at the moment'],
  lapsed: ['HoldLapsed', 'The hold lapsed, and what moved was stopped'],
  'let-go': ['HoldLetGo', 'There is no hold'],
};
