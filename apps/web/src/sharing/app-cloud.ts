import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';

/** The device API of the origin that serves the app, which guests use. */
export const APP_CLOUD_DEVICE_API = '/api/handy-rest/v3';

/** What sharing needs to know of the cloud that serves the app. */
export interface AppCloudFeatures {
  readonly shares: boolean;
  /** Its application id. */
  readonly applicationId: string;
}

/** The application id where none is configured. */
const ANY_APPLICATION = 'tactus-web';
const NO_APP_CLOUD: AppCloudFeatures = { shares: false, applicationId: ANY_APPLICATION };

const configSchema = z.object({
  home: z.catch(z.object({ shares: z.catch(z.boolean(), false) }), { shares: false }),
  applicationId: z.catch(z.string().check(z.minLength(1)), ANY_APPLICATION),
});

/** Reads what the cloud that serves the app can do; one that does not answer cannot share. Never rejects. */
export async function fetchAppCloudFeatures(fetch: Fetch): Promise<AppCloudFeatures> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
    const read = z.safeParse(configSchema, await response.json());
    return read.success ? { shares: read.data.home.shares, applicationId: read.data.applicationId } : NO_APP_CLOUD;
  } catch {
    // A cloud that does not answer cannot share either.
    return NO_APP_CLOUD;
  }
}

/** Whether the cloud that serves the app can share; false where it does not say so or does not answer. */
export async function canAppCloudShare(fetch: Fetch): Promise<boolean> {
  return (await fetchAppCloudFeatures(fetch)).shares;
}
