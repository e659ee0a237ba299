import { fieldsOf } from '@tactus/protocol';
import type { DeviceCloud } from '../../../device/linked/followers.ts';

/** A channel that was made here: its reference drives the devices, its secret changes it. */
export interface CreatedChannel {
  readonly channel: string;
  readonly secret: string;
}

/** The path of channels: beside the device API, on the same origin (docs/streams-and-channels.md). */
function addressOf(apiBase: string, path = ''): string {
  const origin = /^[a-z]+:\/\/[^/]+/i.exec(apiBase)?.[0] ?? '';
  return `${origin}/api/tactus/channels${path}`;
}

/** Makes a channel of devices. Rejects with the cloud's message. */
export async function createChannel(cloud: DeviceCloud, connectionKeys: readonly string[]): Promise<CreatedChannel> {
  const answer = await cloud.fetch(addressOf(cloud.apiBase), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Api-Key': cloud.apiKey },
    credentials: 'omit',
    body: JSON.stringify({ connectionKeys }),
  });
  const body: unknown = await answer.json().catch(() => undefined);
  const { channel, secret } = fieldsOf(body);
  if (answer.ok && typeof channel === 'string' && typeof secret === 'string') return { channel, secret };
  throw new Error(problemOf(body) ?? `HTTP ${answer.status}`);
}

/** Ends a channel and every stream of it. Rejects with the cloud's message. */
export async function endChannel(cloud: DeviceCloud, { channel, secret }: CreatedChannel): Promise<void> {
  const answer = await cloud.fetch(addressOf(cloud.apiBase, `/${encodeURIComponent(channel)}`), {
    method: 'DELETE',
    headers: { Accept: 'application/json', Authorization: `Bearer ${secret}` },
    credentials: 'omit',
  });
  if (!answer.ok) throw new Error(problemOf(await answer.json().catch(() => undefined)) ?? `HTTP ${answer.status}`);
}

function problemOf(body: unknown): string | undefined {
  const { error, message } = fieldsOf(body);
  const reported = typeof error === 'object' ? fieldsOf(error)['message'] : message;
  return typeof reported === 'string' ? reported : undefined;
}
