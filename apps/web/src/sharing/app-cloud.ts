import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';

/** The device API of the origin that serves the app, which guests use. */
export const APP_CLOUD_DEVICE_API = '/api/handy-rest/v3';

/** What sharing and group sessions need to know of the cloud that serves the app. */
export interface AppCloudFeatures {
  readonly shares: boolean;
  /** It has group sessions. */
  readonly groups: boolean;
  /** Its application id. */
  readonly applicationId: string;
}

/** The application id where none is configured. */
const ANY_APPLICATION = 'tactus-web';
const NO_HOME = { shares: false, groups: false };
const NO_APP_CLOUD: AppCloudFeatures = { ...NO_HOME, applicationId: ANY_APPLICATION };

const isOffered = z.catch(z.boolean(), false);
const configSchema = z.object({
  home: z.catch(z.object({ shares: isOffered, groups: isOffered }), NO_HOME),
  applicationId: z.catch(z.string().check(z.minLength(1)), ANY_APPLICATION),
});

/** Reads what the cloud that serves the app can do; one that does not say so or does not answer can do nothing. Never rejects. */
export async function fetchAppCloudFeatures(fetch: Fetch): Promise<AppCloudFeatures> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
    const read = z.safeParse(configSchema, await response.json());
    return read.success ? { ...read.data.home, applicationId: read.data.applicationId } : NO_APP_CLOUD;
  } catch {
    return NO_APP_CLOUD; // a cloud that does not answer can do nothing either
  }
}
