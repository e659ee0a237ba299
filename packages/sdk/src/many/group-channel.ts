import * as z from 'zod/mini';
import { toDeviceError } from '../errors.ts';
import { callTactusApi, type GroupCloud } from './group-cloud.ts';

/** The channel reference of a group, if its cloud grants one. */
export interface GroupChannel {
  /**
   * The reference of exactly these devices, in this order. Undefined without one: it is then requested, and the caller
   * does not wait for it.
   */
  referenceFor(connectionKeys: readonly string[]): string | undefined;
  /** The cloud does not know the reference any more; the next use requests another. */
  forget(): void;
  /** Ends the channel. */
  close(): void;
}

/** Devices that a channel may have. */
const MEMBERS_MAX = 32;

const made = z.object({ channel: z.string(), secret: z.string() });
type Made = z.output<typeof made>;

/** Without a cloud that has channels there is never a reference. */
export function createGroupChannel(cloud: GroupCloud | undefined): GroupChannel {
  let channel: Made | undefined;
  /** The devices of the channel; those of the last request. */
  let members = '';
  let requestedMembers = '';
  /** Numbers requests: the answer to a dropped one is ignored. */
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
      if (requestedMembers === wanted) return undefined; // requested, or not granted for these devices
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
