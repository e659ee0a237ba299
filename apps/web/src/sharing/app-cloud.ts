import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';

/** The origin that serves the app, and with it shares. */
export const SHARES_BASE = '/api/tactus/shares';
/** The device API of that origin, which guests use. */
export const APP_CLOUD_DEVICE_API = '/api/handy-rest/v3';

/** The facts about the home of the app that matter for sharing. */
export interface AppCloud {
  readonly shares: boolean;
  /** Its application id. */
  readonly applicationId: string;
}

/** The application id where none is configured. */
const ANY_APPLICATION = 'tactus-web';
const NO_HOME: AppCloud = { shares: false, applicationId: ANY_APPLICATION };

const configSchema = z.object({
  home: z.catch(z.object({ shares: z.catch(z.boolean(), false) }), { shares: false }),
  applicationId: z.catch(z.string().check(z.minLength(1)), ANY_APPLICATION),
});

/** Reads the facts of the app's home; a home that does not answer cannot share. Never rejects. */
export async function readAppCloud(fetch: Fetch): Promise<AppCloud> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
    const read = z.safeParse(configSchema, await response.json());
    return read.success ? { shares: read.data.home.shares, applicationId: read.data.applicationId } : NO_HOME;
  } catch {
    // A home that does not answer cannot share either.
    return NO_HOME;
  }
}

/** Whether the home of the app can share; false where it does not report it or does not answer. */
export async function canAppCloudShare(fetch: Fetch): Promise<boolean> {
  return (await readAppCloud(fetch)).shares;
}
