import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';

/** Where shares live: the origin that serves the app. */
export const SHARES_BASE = '/api/tactus/shares';
/** The device API of that origin: what guests drive. */
export const HOME_DEVICE_API = '/api/handy-rest/v3';

/** What the home of the app is, as far as sharing is concerned. */
export interface Home {
  readonly shares: boolean;
  /** The application id that it knows. */
  readonly applicationId: string;
}

/** What an app presents where it was told nothing. */
const ANY_APPLICATION = 'tactus-web';
const NO_HOME: Home = { shares: false, applicationId: ANY_APPLICATION };

const configSchema = z.object({
  home: z.catch(z.object({ shares: z.catch(z.boolean(), false) }), { shares: false }),
  applicationId: z.catch(z.string().check(z.minLength(1)), ANY_APPLICATION),
});

/** Asks the home of the app what it is; one that cannot be asked cannot share. Never rejects. */
export async function readHome(fetch: Fetch): Promise<Home> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
    const read = z.safeParse(configSchema, await response.json());
    return read.success ? { shares: read.data.home.shares, applicationId: read.data.applicationId } : NO_HOME;
  } catch {
    // A home that does not answer cannot share either.
    return NO_HOME;
  }
}

/** Whether the home of the app can share; false where it does not say so or cannot be asked. */
export async function canHomeShare(fetch: Fetch): Promise<boolean> {
  return (await readHome(fetch)).shares;
}
