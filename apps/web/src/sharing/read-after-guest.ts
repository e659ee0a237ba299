import type { Device } from '@tactus/sdk';
import type { Undo } from '@tactus/time';
import type { StoreApi } from 'zustand/vanilla';
import type { DeskFacts } from './owner-desk.ts';

/**
 * Reads the point player when a guest has begun to play on it: of what a client's own command does to that player no event
 * tells (decisions.md 59), and the owner's page would say that it rests until the next look at the slider.
 */
export function readAfterGuest(desk: Pick<StoreApi<DeskFacts>, 'subscribe'>, device: Pick<Device, 'hsp'>): Undo {
  return desk.subscribe(({ log }, before) => {
    const [newest] = log;
    if (log === before.log || newest?.what !== 'start' || newest.detail !== 'hsp') return;
    // What could not be read now is read with the next look.
    device.hsp.readState().catch(() => undefined);
  });
}
