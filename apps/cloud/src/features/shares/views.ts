import type { GuestView, ShareControl, ShareOwnerView, ShareView } from '@tactus/protocol';
import type { LeaseHolderRank } from '../leases/decide-lease.ts';
import { type GuestSession, guestSessionEndsAtMs } from './guest-session.ts';
import { type Share, shareMinutesEndMs } from './share.ts';
import type { SharedControl } from './shared-control.ts';

/** Shares and control as the owner sees them (docs/sharing.md). */
export const toOwnerView = (
  shares: readonly Share[],
  sharedControl: SharedControl | undefined,
  leftBy: LeaseHolderRank | undefined,
): ShareOwnerView => ({
  shares: shares.map((share) => toShareView(share, sharedControl)),
  control: toControlView(sharedControl, leftBy),
});

/** A share as its owner sees it. */
export function toShareView(share: Share, sharedControl: SharedControl | undefined): ShareView {
  const { id, used, createdAtMs, terms } = share;
  const { allow, ...limits } = terms.limits;
  const guests = [...(sharedControl?.sessions ?? [])].filter((session) => session.share === share);
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
    minutes_end_at: shareMinutesEndMs(share) ?? null,
    guests: guests.map((session) => ({
      session: session.id,
      name: session.name,
      role: roleOf(session, sharedControl),
      here: session.isHere,
      holding: sharedControl?.isHeldBy(session) ?? false,
      asks: session.requestsControl,
      floods: session.floods,
      joined_at: session.joinedAtMs,
      session_ends_at: guestSessionEndsAtMs(session),
      rtt_ms: session.roundTrip?.ms ?? null,
    })),
  };
}

/** Control of a device; `leftBy`: the driver when an earlier process ended, if no other has driven since. */
export function toControlView(
  sharedControl: SharedControl | undefined,
  leftBy: LeaseHolderRank | undefined,
): ShareControl {
  const controller = sharedControl?.controller();
  return {
    session: controller?.id ?? null,
    name: controller?.name ?? null,
    holding: controller !== undefined && sharedControl?.isHeldBy(controller) === true,
    driven_by: sharedControl
      ? sharedControl.motion.currentDriver() === 'owner'
        ? 'owner'
        : 'guest'
      : (leftBy ?? 'owner'),
    locked: sharedControl?.isLocked() ?? false,
  };
}

/** A session as its guest sees it, without the device's own key. */
export function toSessionView(session: GuestSession, sharedControl: SharedControl): GuestView {
  const { id, alias, name, share, requestsControl: asks } = session;
  const { allow, ...limits } = share.terms.limits;
  const controller = sharedControl.controller();
  const requesting = controller === session ? [...sharedControl.sessions].filter((other) => other.requestsControl) : [];
  return {
    id,
    alias,
    name,
    share: { id: share.id, name: share.terms.name },
    role: roleOf(session, sharedControl),
    holding: sharedControl.isHeldBy(session),
    asks,
    controller: controller ? { session: controller.id, name: controller.name } : null,
    locked: sharedControl.isLocked(),
    asking: requesting.map((other) => ({ session: other.id, name: other.name })),
    allow,
    limits,
    expires_at: share.terms.expiresAtMs,
    session_ends_at: guestSessionEndsAtMs(session),
  };
}

const roleOf = (session: GuestSession, sharedControl: SharedControl | undefined) =>
  sharedControl?.controller() === session ? 'controller' : 'viewer';

/** A guest, or the owner, in a line of the owner's log. */
export const toAuditActor = (session: GuestSession | undefined) => ({
  share: session?.share.id ?? null,
  session: session?.id ?? null,
  who: session?.name ?? 'owner',
});
