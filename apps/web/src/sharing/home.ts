import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';

/** Where shares live: the origin that serves the app. */
export const SHARES_BASE = '/api/tactus/shares';
/** The device API of that origin: what guests drive. */
export const HOME_DEVICE_API = '/api/handy-rest/v3';

const configSchema = z.object({
  home: z.catch(z.object({ shares: z.catch(z.boolean(), false) }), { shares: false }),
});

/** Whether the home of the app can share; false where it does not say so or cannot be asked. */
export async function canHomeShare(fetch: Fetch): Promise<boolean> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
    const read = z.safeParse(configSchema, await response.json());
    return read.success && read.data.home.shares;
  } catch {
    // A home that does not answer cannot share either.
    return false;
  }
}
