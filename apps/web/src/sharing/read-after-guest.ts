import type { Device } from '@tactus/sdk';
import type { Undo } from '@tactus/time';
import type { StoreApi } from 'zustand/vanilla';
import type { ShareOwnerFacts } from './share-owner-session.ts';

/**
 * Reads the point player when a guest has begun to play on it: no event reports a change of that player that a client's
 * command caused, so the owner's page would show it stopped until the slider is read again.
 */
export function readPointPlayerAfterGuest(
  owner: Pick<StoreApi<ShareOwnerFacts>, 'subscribe'>,
  device: Pick<Device, 'hsp'>,
): Undo {
  return owner.subscribe(({ log }, before) => {
    const [newest] = log;
    if (log === before.log || newest?.what !== 'start' || newest.detail !== 'hsp') return;
    // A failed reading is repeated at the next change.
    device.hsp.readState().catch(() => undefined);
  });
}
