import { createLeanDevice, type Fetch } from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';
import { browserFetch } from '../device/browser/browser-fetch.ts';
import { workerHeartbeat } from '../device/browser/heartbeat.ts';
import { pageVisibility } from '../device/browser/page-visibility.ts';
import { APP_CLOUD_DEVICE_API } from './app-cloud.ts';

/**
 * The parts of a guest's connection that are the same on every page: the browser's, and devices of the cloud that serves the
 * app. `apiKey` is the application id sent beside a session; the cloud checks the session alone.
 */
export const browserGuestParts = (apiKey: string, time: Time, random: Random) => ({
  ...{ fetch: browserFetch, time, random, heartbeat: workerHeartbeat },
  openDevice: (fetch: Fetch) =>
    createLeanDevice({
      ...{ apiBase: APP_CLOUD_DEVICE_API, apiKey, fetch, time, random },
      visibility: pageVisibility,
      features: { headersOnSse: true, resume: true, commandOrder: true },
    }),
  // The page shows the meaning of the state.
  onError: () => undefined,
});
