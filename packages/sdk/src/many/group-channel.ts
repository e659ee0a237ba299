import * as z from 'zod/mini';
import { toDeviceError } from '../errors.ts';
import { callTactusApi, type GroupCloud } from './group-cloud.ts';

/** The channel reference of a group, where its cloud grants one (decisions.md 24 and 61). */
export interface GroupChannel {
  /**
   * The reference that stands for exactly these devices, in this order. Undefined as long as there is none: it is asked for
   * then, and nobody waits for it.
   */
  referenceFor(connectionKeys: readonly string[]): string | undefined;
  /** The cloud does not know the reference any more; the next one who needs it asks for another. */
  forget(): void;
  /** Ends the channel. */
  close(): void;
}

/** Devices that a channel may have. */
const MEMBERS_MAX = 32;

const made = z.object({ channel: z.string(), secret: z.string() });
type Made = z.output<typeof made>;

/** Builds it; without a cloud that has channels there is never a reference. */
export function createGroupChannel(cloud: GroupCloud | undefined): GroupChannel {
  let channel: Made | undefined;
  /** Of whom the channel is; of whom it was asked for last. */
  let members = '';
  let requestedMembers = '';
  /** Fences answers: what was closed or forgotten meanwhile is not taken up. */
  let generation = 0;

  async function requestChannel(from: GroupCloud, connectionKeys: readonly string[]): Promise<void> {
    generation += 1;
    const mine = generation;
    const body = { connectionKeys };
    const known = channel;
    const answer = known
      ? await callTactusApi(from, { method: 'PUT', path: pathOf(known), body, secret: known.secret })
      : await callTactusApi(from, { method: 'POST', path: '/channels', body });
    const granted = known ?? readMade(answer.body);
    if (mine !== generation) {
      if (!known && granted) end(from, granted);
    } else if (answer.ok && granted) {
      channel = granted;
      members = connectionKeys.join();
    } else if (answer.status === 404) forget();
  }

  function end(from: GroupCloud, one: Made): void {
    callTactusApi(from, { method: 'DELETE', path: pathOf(one), secret: one.secret }).then(undefined, toDeviceError);
  }

  function forget(): void {
    generation += 1;
    channel = undefined;
    members = '';
    requestedMembers = '';
  }

  return {
    referenceFor(connectionKeys) {
      if (!cloud?.features?.channels || connectionKeys.length < 2 || connectionKeys.length > MEMBERS_MAX)
        return undefined;
      const wanted = connectionKeys.join();
      if (members === wanted) return channel?.channel;
      if (requestedMembers === wanted) return undefined; // on its way, or not granted for these devices
      requestedMembers = wanted;
      members = '';
      requestChannel(cloud, connectionKeys).catch(toDeviceError);
      return undefined;
    },
    forget,
    close() {
      if (cloud && channel) end(cloud, channel);
      forget();
    },
  };
}

const pathOf = ({ channel }: Made) => `/channels/${channel}`;

function readMade(body: unknown): Made | undefined {
  const read = z.safeParse(made, body);
  return read.success ? read.data : undefined;
}
