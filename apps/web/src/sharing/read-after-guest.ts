import type { Device } from '@tactus/sdk';
import type { Undo } from '@tactus/time';
import type { StoreApi } from 'zustand/vanilla';
import type { ShareOwnerFacts } from './share-owner-session.ts';

/**
 * Reads the point player when a guest has begun to play on it: of what a client's own command does to that player no event
 * tells (decisions.md 59), and the owner's page would say that it rests until the slider is read again.
 */
export function readAfterGuest(owner: Pick<StoreApi<ShareOwnerFacts>, 'subscribe'>, device: Pick<Device, 'hsp'>): Undo {
  return owner.subscribe(({ log }, before) => {
    const [newest] = log;
    if (log === before.log || newest?.what !== 'start' || newest.detail !== 'hsp') return;
    // What could not be read now is read with the next look.
    device.hsp.readState().catch(() => undefined);
  });
}
