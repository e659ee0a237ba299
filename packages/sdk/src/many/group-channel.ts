import * as z from 'zod/mini';
import { callTactusApi } from '../connection/call-tactus-api.ts';
import { toDeviceError } from '../errors.ts';
import type { GroupCloud } from './group-cloud.ts';

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

/** An answer of this status or a higher one does not say whether the request was executed. */
const SERVER_ERROR = 500;

const made = z.object({ channel: z.string(), secret: z.string() });
type Made = z.output<typeof made>;

/** Without a cloud that has channels there is never a reference. */
export function createGroupChannel(cloud: GroupCloud | undefined): GroupChannel {
  let channel: Made | undefined;
  /** The devices of the channel; '' while they are not known. */
  let members = '';
  /** Those that it is to have. */
  let wanted: readonly string[] = [];
  /** Whether a request has no answer yet: the cloud might carry out a second one first. */
  let isRequesting = false;
  /** Numbers channels: the answer to a request for a dropped one is ignored. */
  let generation = 0;

  async function requestChannel(from: GroupCloud): Promise<void> {
    const mine = generation;
    isRequesting = true;
    let requested: readonly string[];
    do {
      requested = wanted;
      await requestOnce(from, requested);
    } while (mine === generation && requested.join() !== wanted.join());
    if (mine === generation) isRequesting = false;
  }

  async function requestOnce(from: GroupCloud, connectionKeys: readonly string[]): Promise<void> {
    const mine = generation;
    const body = { connectionKeys };
    const known = channel;
    const request = known
      ? callTactusApi(from, { method: 'PUT', path: pathOf(known), body, secret: known.secret })
      : callTactusApi(from, { method: 'POST', path: '/channels', body });
    const answer = await request.catch(() => undefined); // without an answer it may be executed later
    const granted = known ?? readMade(answer?.body);
    if (mine !== generation) {
      if (!known && granted) end(from, granted);
    } else if (answer?.ok && granted) {
      channel = granted;
      if (wanted.join() === connectionKeys.join()) members = wanted.join();
    } else if (answer?.status === 404) forget();
    else if (known && (!answer || answer.status >= SERVER_ERROR)) {
      channel = undefined;
      end(from, known);
    }
  }

  function end(from: GroupCloud, one: Made): void {
    callTactusApi(from, { method: 'DELETE', path: pathOf(one), secret: one.secret }).then(undefined, toDeviceError);
  }

  function forget(): void {
    generation += 1;
    channel = undefined;
    members = '';
    wanted = [];
    isRequesting = false;
  }

  return {
    referenceFor(connectionKeys) {
      if (!cloud?.features?.channels || connectionKeys.length < 2 || connectionKeys.length > MEMBERS_MAX)
        return undefined;
      const keys = connectionKeys.join();
      if (members === keys) return channel?.channel;
      if (wanted.join() === keys) return undefined; // requested, or not granted for these devices
      wanted = connectionKeys;
      members = '';
      if (!isRequesting) requestChannel(cloud).catch(toDeviceError);
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
  return z.safeParse(made, body).data;
}
