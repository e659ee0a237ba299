import { anonymousId } from '@tactus/sdk';
import { openStorage } from '../../settings/key-value-storage.ts';
import type { CarriedFacts } from './carried-device.ts';

/** Outlives a reload of its tab; one that is opened beside it has none, and takes nothing over. A duplicate has it. */
const NAME = 'tactus.carrying';

const tabStorage = () => openStorage(() => window.sessionStorage);

/** Whether this tab carries this device, or did so until its page was loaded anew. */
export const carriesHere = (connectionKey: string): boolean =>
  connectionKey !== '' && tabStorage().getItem(NAME) === anonymousId(connectionKey);

/** Keeps in mind whether this tab carries the device; what is cut goes on. */
export function noteCarrying(connectionKey: string, phase: CarriedFacts['phase'] | 'over'): void {
  if (phase === 'cut') return;
  const carries = phase === 'starting' || phase === 'carrying' || phase === 'away';
  try {
    if (carries) tabStorage().setItem(NAME, anonymousId(connectionKey));
    else tabStorage().removeItem(NAME);
  } catch {
    // A full storage: after a reload the device is carried again once the Remote page is opened.
  }
}
