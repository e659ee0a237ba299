import { calls, DeviceMode } from '@tactus/protocol';
import { type ClientCallName, createClient, DeviceError } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import type { DeviceCloud } from '../../../device/linked/followers.ts';

/** The calls that can go to a channel: those that change devices and take a reference instead of a key. */
export const CHANNEL_CALLS: readonly ClientCallName[] = calls.flatMap(({ name, endpoint }) =>
  endpoint.method === 'PUT' && endpoint.address === 'device-reference' && name !== 'sse.events' ? [name] : [],
);

/** What was said to a channel, and what came back. */
export interface Published {
  readonly failed: boolean;
  readonly text: string;
}

/** The object that a typed text is; undefined for anything else. Nothing typed is an empty object. */
export function readBody(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch {
    return undefined;
  }
}

/** A channel, and the cloud that it is in. */
export interface ChannelAddress {
  readonly cloud: Pick<DeviceCloud, 'apiBase' | 'apiKey' | 'fetch'>;
  readonly time: Time;
  readonly channel: string;
}

/** Says something to every device of a channel. Never rejects for what the cloud or a device says. */
export async function publish(
  to: ChannelAddress,
  call: ClientCallName,
  body: Readonly<Record<string, unknown>>,
): Promise<Published> {
  const { apiBase, apiKey, fetch } = to.cloud;
  const client = createClient({ baseUrl: apiBase, apiKey, connectionKey: to.channel, fetch, time: to.time });
  try {
    // Whatever was typed: client and cloud check it, and say what is wrong with it.
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
export async function stopChannel({ cloud, ...to }: ChannelAddress): Promise<Published> {
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
  const answer = await publish({ ...to, cloud: { ...cloud, fetch } }, 'info.setMode2', { mode: DeviceMode.IDLE });
  const refused = members.filter((member) => !('result' in Object(member)));
  return answer.failed || refused.length === 0 ? answer : { failed: true, text: JSON.stringify(members) };
}

/** The answer of each device of a channel; nothing where the cloud does not report them. */
function membersIn(body: unknown): readonly unknown[] {
  const { members }: { members?: unknown } = Object(body);
  return Array.isArray(members) ? members : [];
}
