import { calls, DeviceMode, parseJsonObject } from '@tactus/protocol';
import { type ClientCallName, COMMAND_NUMBER_HEADER, createClient, DeviceError } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import type { DeviceCloud } from '../../../device/linked/followers.ts';

/** The calls that can go to a channel: those that change devices and take a reference instead of a key. */
export const CHANNEL_CALL_NAMES: readonly ClientCallName[] = calls.flatMap(({ name, endpoint }) =>
  endpoint.method === 'PUT' && endpoint.address === 'device-reference' && name !== 'sse.events' ? [name] : [],
);

/** A call to a channel, and its answer. */
export interface AnsweredChannelCall {
  readonly failed: boolean;
  readonly text: string;
}

/** Parses a typed text as an object; undefined for anything else. An empty text is an empty object. */
export const parseCallBody = (text: string): Readonly<Record<string, unknown>> | undefined =>
  text.trim() === '' ? {} : parseJsonObject(text);

/** A channel, and its cloud. */
export interface ChannelAddress {
  readonly cloud: Pick<DeviceCloud, 'apiBase' | 'apiKey' | 'fetch'>;
  readonly time: Time;
  readonly channel: string;
  /** The number of the next call; left out where the cloud does not know numbers. */
  readonly nextSequence?: (() => string) | undefined;
}

/** Sends a call to every device of a channel. Never rejects for an error of the cloud or a device. */
export async function publishToChannel(
  to: ChannelAddress,
  call: ClientCallName,
  body: Readonly<Record<string, unknown>>,
): Promise<AnsweredChannelCall> {
  const { apiBase, apiKey } = to.cloud;
  const number = to.nextSequence?.();
  const fetch: DeviceCloud['fetch'] = (url, init) => {
    const headers = new Headers(init.headers);
    if (number !== undefined) headers.set(COMMAND_NUMBER_HEADER, number);
    return to.cloud.fetch(url, { ...init, headers });
  };
  const client = createClient({ baseUrl: apiBase, apiKey, connectionKey: to.channel, fetch, time: to.time });
  try {
    // Any typed value: client and cloud check it and report its errors.
    const result = await (client.call as (name: string, body: unknown) => Promise<unknown>)(call, body);
    return { failed: false, text: JSON.stringify(result) };
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return { failed: true, text: `${error.code}: ${error.message}` };
  }
}

/**
 * Stops every device of a channel: it has failed as long as one of them has not confirmed it, where the cloud reports each
 * answered. The browser delivers it also where the page that sent it goes away.
 */
export async function stopChannelDevices({ cloud, ...to }: ChannelAddress): Promise<AnsweredChannelCall> {
  let members: readonly unknown[] = [];
  const fetch: DeviceCloud['fetch'] = async (url, init) => {
    const headers = new Headers(init.headers);
    headers.set('X-Tactus-Members', '1');
    const response = await cloud.fetch(url, { ...init, headers, keepalive: true });
    members = membersIn(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    );
    return response;
  };
  const answer = await publishToChannel({ ...to, cloud: { ...cloud, fetch } }, 'info.setMode2', {
    mode: DeviceMode.IDLE,
  });
  const refused = members.flatMap((member, index) =>
    'result' in Object(member) ? [] : [`#${index + 1} / ${members.length}: ${problemOf(member)}`],
  );
  return refused.length === 0 ? answer : { failed: true, text: refused.join('; ') };
}

/** What a device of a channel says against a call, in the words of the cloud. */
function problemOf(member: unknown): string {
  const { code, message }: { code?: unknown; message?: unknown } = Object(Object(member).error);
  return `${String(code)} ${String(message)}`;
}

/** The answer of each device of a channel; nothing where the cloud does not report them. */
function membersIn(body: unknown): readonly unknown[] {
  const { members }: { members?: unknown } = Object(body);
  return Array.isArray(members) ? members : [];
}
