import { createLeanDevice } from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';
import { browserFetch } from '../device/browser/browser-fetch.ts';
import { workerHeartbeat } from '../device/browser/heartbeat.ts';
import { APP_CLOUD_DEVICE_API } from '../sharing/app-cloud.ts';
import { createGuestConnection } from '../sharing/guest-connection.ts';
import type { GuestConnection } from '../sharing/guest-connection-facts.ts';

/** The id that the frame sends beside a session; the cloud checks the session alone. */
const APPLICATION_ID = 'tactus-widget';

/** docs/sharing.md, "The guest". */
const NAME_LENGTH_MAX = 40;

/** Joins by a permission as the guest `host`. The caller must leave the returned connection. */
export function openGuestConnection(from: {
  readonly link: { readonly id: string; readonly secret: string };
  readonly host: string;
  readonly time: Time;
  readonly random: Random;
}): GuestConnection {
  const { link, time, random } = from;
  const connection = createGuestConnection({
    ...{ link, fetch: browserFetch, time, random, heartbeat: workerHeartbeat },
    openDevice: (fetch) =>
      createLeanDevice({
        ...{ apiBase: APP_CLOUD_DEVICE_API, apiKey: APPLICATION_ID, fetch, time, random },
        features: { headersOnSse: true, resume: true, commandOrder: true },
      }),
    // The frame shows the meaning of the state.
    onError: () => undefined,
  });
  connection.enter(new URL(from.host).host.slice(0, NAME_LENGTH_MAX));
  return connection;
}
