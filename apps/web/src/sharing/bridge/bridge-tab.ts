import { anonymousId } from '@tactus/sdk';
import { openStorage } from '../../settings/key-value-storage.ts';
import type { BridgeFacts } from './bridge-session.ts';

/** Outlives a reload of its tab; one that is opened beside it has none, and takes nothing over. A duplicate has it. */
const NAME = 'tactus.carrying';

const tabStorage = () => openStorage(() => window.sessionStorage);

/** Whether this tab bridges this device, or did so until its page was loaded anew. */
export const bridgesHere = (connectionKey: string): boolean =>
  connectionKey !== '' && tabStorage().getItem(NAME) === anonymousId(connectionKey);

/** Stores whether this tab bridges the device; what is cut goes on. */
export function noteBridging(connectionKey: string, phase: BridgeFacts['phase'] | 'over'): void {
  if (phase === 'cut') return;
  const isBridging = phase === 'starting' || phase === 'carrying' || phase === 'away';
  try {
    if (isBridging) tabStorage().setItem(NAME, anonymousId(connectionKey));
    else tabStorage().removeItem(NAME);
  } catch {
    // A full storage: after a reload the device is bridged again once the Remote page is opened.
  }
}
