import { anonymousIdOfKey } from '@tactus/sdk';
import { openStorage } from '../../settings/key-value-storage.ts';
import type { BridgeFacts } from './bridge-session.ts';

/** Survives a reload of its tab; a new tab has none, and takes nothing over. A duplicated tab has it too. */
const NAME = 'tactus.carrying';

const tabStorage = () => openStorage(() => window.sessionStorage);

/** Whether this tab bridges this device, or did so until its page was reloaded. */
export const isBridgedHere = (connectionKey: string): boolean =>
  connectionKey !== '' && tabStorage().getItem(NAME) === anonymousIdOfKey(connectionKey);

/** Stores whether this tab bridges the device; a bridge that is cut counts too. */
export function storeBridging(connectionKey: string, phase: BridgeFacts['phase'] | 'over'): void {
  if (phase === 'cut') return;
  const isBridging = phase === 'starting' || phase === 'carrying' || phase === 'away';
  try {
    if (isBridging) tabStorage().setItem(NAME, anonymousIdOfKey(connectionKey));
    else tabStorage().removeItem(NAME);
  } catch {
    // A full storage: after a reload the device is bridged again once the Remote page is opened.
  }
}
