import { parseJson, type ShareView } from '@tactus/protocol';
import { anonymousIdOfKey } from '@tactus/sdk';
import * as z from 'zod/mini';
import { openStorage } from '../settings/key-value-storage.ts';

/** Holds no link and no key: only that this browser's device is shared, so that a later page follows its guests. */
const NAME = 'tactus.sharing.until';

const schema = z.object({ device: z.string(), untilMs: z.number() });
const storage = () => openStorage(() => window.localStorage);

/** Stores until when a device is shared, by the links that the cloud lists; without a link nothing is stored. */
export function storeSharedUntil(connectionKey: string, shares: readonly Pick<ShareView, 'expires_at'>[]): void {
  const device = anonymousIdOfKey(connectionKey);
  try {
    if (shares.length > 0) {
      const untilMs = Math.max(...shares.map(({ expires_at }) => expires_at));
      storage().setItem(NAME, JSON.stringify({ device, untilMs }));
    } else if (read()?.device === device) storage().removeItem(NAME);
  } catch {
    // A full storage: a later page shows the guests once its person opens "Share".
  }
}

/** Whether this browser has last seen the device shared by a link that has not expired. */
export function isSharedUntilLater(connectionKey: string, nowMs: number): boolean {
  const stored = read();
  return stored !== undefined && stored.untilMs > nowMs && stored.device === anonymousIdOfKey(connectionKey);
}

function read(): z.output<typeof schema> | undefined {
  return z.safeParse(schema, parseJson(storage().getItem(NAME) ?? '')).data;
}
