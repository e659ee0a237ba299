import { parseJson, type ShareView } from '@tactus/protocol';
import { anonymousIdOfKey } from '@tactus/sdk';
import * as z from 'zod/mini';
import { openStorage } from '../settings/key-value-storage.ts';

/** Holds no link and no key: only that devices of this browser are shared, so that a later page follows their guests. */
const NAME = 'tactus.sharing.until';

const schema = z.array(z.object({ device: z.string(), untilMs: z.number() }));
const storage = () => openStorage(() => window.localStorage);

/** Stores until when a device is shared, by the links that the cloud lists; without a link nothing is stored of it. */
export function storeSharedUntil(connectionKey: string, shares: readonly Pick<ShareView, 'expires_at'>[]): void {
  const device = anonymousIdOfKey(connectionKey);
  try {
    const stored = read().filter((one) => one.device !== device);
    const untilMs = Math.max(...shares.map(({ expires_at }) => expires_at));
    if (shares.length > 0) stored.push({ device, untilMs });
    if (stored.length > 0) storage().setItem(NAME, JSON.stringify(stored));
    else storage().removeItem(NAME);
  } catch {
    // A full storage: a later page shows the guests once its person opens "Share".
  }
}

/** Whether this browser has last seen the device shared by a link that has not expired. */
export function isSharedUntilLater(connectionKey: string, nowMs: number): boolean {
  const device = anonymousIdOfKey(connectionKey);
  return read().some((one) => one.device === device && one.untilMs > nowMs);
}

/** What an earlier build stored is of one device. */
function read(): z.output<typeof schema> {
  const stored = parseJson(storage().getItem(NAME) ?? '');
  return z.safeParse(schema, [stored].flat()).data ?? [];
}
