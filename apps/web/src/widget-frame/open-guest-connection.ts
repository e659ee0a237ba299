import { createLeanDevice } from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';
import { workerHeartbeat } from '../device/browser/heartbeat.ts';
import { createGuestConnection } from '../sharing/guest-connection.ts';
import type { GuestConnection } from '../sharing/guest-connection-facts.ts';
import { HOME_DEVICE_API } from '../sharing/home.ts';

/** Called as one: a browser's fetch refuses another `this`. */
const ownFetch = (...request: Parameters<typeof fetch>) => fetch(...request);

/** The id that the frame presents beside a session; the cloud goes by the session alone. */
const APPLICATION_ID = 'tactus-widget';

/** docs/sharing.md, "The guest". */
const NAME_LENGTH_MAX = 40;

/** Comes in by a permission as the guest `host`. The caller leaves the connection that it opens. */
export function openGuestConnection(from: {
  readonly link: { readonly id: string; readonly secret: string };
  readonly host: string;
  readonly time: Time;
  readonly random: Random;
}): GuestConnection {
  const { link, time, random } = from;
  const connection = createGuestConnection({
    ...{ link, fetch: ownFetch, time, random, heartbeat: workerHeartbeat },
    openDevice: (fetch) =>
      createLeanDevice({
        ...{ apiBase: HOME_DEVICE_API, apiKey: APPLICATION_ID, fetch, time, random },
        features: { headersOnSse: true, resume: true, commandOrder: true },
      }),
    // The frame says by the state what it means.
    onError: () => undefined,
  });
  connection.enter(new URL(from.host).host.slice(0, NAME_LENGTH_MAX));
  return connection;
}
