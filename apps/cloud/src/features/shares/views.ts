import type { Rank } from '../leases/decide-lease.ts';
import { endsAtMs, type GuestSession } from './guest-session.ts';
import type { Room } from './room.ts';
import { minutesEndMs, type Share } from './share.ts';

/** Shares and control as the owner sees them (docs/sharing.md). */
export const toOwnerView = (shares: readonly Share[], room: Room | undefined, leftBy: Rank | undefined) => ({
  shares: shares.map((share) => toShareView(share, room)),
  control: toControlView(room, leftBy),
});

/** A share as its owner sees it. */
export function toShareView(share: Share, room: Room | undefined) {
  const { id, used, createdAtMs, terms } = share;
  const { allow, ...limits } = terms.limits;
  const guests = [...(room?.sessions ?? [])].filter((session) => session.share === share);
  return {
    id,
    name: terms.name,
    allow,
    limits,
    uses: terms.uses,
    used,
    viewers: terms.viewers,
    created_at: createdAtMs,
    expires_at: terms.expiresAtMs,
    minutes_end_at: minutesEndMs(share) ?? null,
    guests: guests.map((session) => ({
      session: session.id,
      name: session.name,
      role: roleOf(session, room),
      here: session.isHere,
      holding: room?.isHeldBy(session) ?? false,
      asks: session.asks,
      floods: session.floods,
      joined_at: session.joinedAtMs,
      session_ends_at: endsAtMs(session),
      rtt_ms: session.roundTrip?.ms ?? null,
    })),
  };
}

/** Who has control of a device; `leftBy`: who drove it when an earlier process ended, if nobody else has since. */
export function toControlView(room: Room | undefined, leftBy: Rank | undefined) {
  const controller = room?.controller();
  return {
    session: controller?.id ?? null,
    name: controller?.name ?? null,
    holding: controller !== undefined && room?.isHeldBy(controller) === true,
    driven_by: room ? (room.drive.driver() === 'owner' ? 'owner' : 'guest') : (leftBy ?? 'owner'),
    locked: room?.isLocked() ?? false,
  };
}

/** A session as its guest sees it. Nothing of the device's own key is in it. */
export function toSessionView(session: GuestSession, room: Room) {
  const { id, alias, name, share, asks } = session;
  const { allow, ...limits } = share.terms.limits;
  const controller = room.controller();
  const asking = controller === session ? [...room.sessions].filter((other) => other.asks) : [];
  return {
    id,
    alias,
    name,
    share: { id: share.id, name: share.terms.name },
    role: roleOf(session, room),
    holding: room.isHeldBy(session),
    asks,
    controller: controller ? { session: controller.id, name: controller.name } : null,
    locked: room.isLocked(),
    asking: asking.map((other) => ({ session: other.id, name: other.name })),
    allow,
    limits,
    expires_at: share.terms.expiresAtMs,
    session_ends_at: endsAtMs(session),
  };
}

const roleOf = (session: GuestSession, room: Room | undefined) =>
  room?.controller() === session ? 'controller' : 'viewer';
