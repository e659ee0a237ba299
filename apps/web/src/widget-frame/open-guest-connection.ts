import type { Random, Time } from '@tactus/time';
import { browserGuestParts } from '../sharing/browser-guest-parts.ts';
import { createGuestConnection } from '../sharing/guest-connection.ts';
import type { GuestConnection } from '../sharing/guest-connection-facts.ts';

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
  const connection = createGuestConnection({ link, ...browserGuestParts('tactus-widget', time, random) });
  connection.enter(new URL(from.host).host.slice(0, NAME_LENGTH_MAX));
  return connection;
}
