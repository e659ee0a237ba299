import { channelCalls, fetchTactus, type TactusAnswer } from '@tactus/protocol';
import type { DeviceCloud } from '../../../device/linked/followers.ts';

/** A channel that was made here: its reference drives the devices, its secret changes it. */
export type CreatedChannel = TactusAnswer<typeof channelCalls.create>;

/** Channels are beside the device API, on the same origin (docs/streams-and-channels.md). */
const cloudOf = ({ fetch, apiBase }: DeviceCloud) => ({ fetch, origin: /^[a-z]+:\/\/[^/]+/i.exec(apiBase)?.[0] });

/** Makes a channel of devices. Rejects with the cloud's message. */
export const createChannel = (cloud: DeviceCloud, connectionKeys: readonly string[]): Promise<CreatedChannel> =>
  fetchTactus(channelCalls.create, {
    ...cloudOf(cloud),
    headers: { 'X-Api-Key': cloud.apiKey },
    body: { connectionKeys: [...connectionKeys] },
  });

/** Ends a channel and every stream of it. Rejects with the cloud's message. */
export const endChannel = (cloud: DeviceCloud, { channel, secret }: CreatedChannel): Promise<void> =>
  fetchTactus(channelCalls.end, { ...cloudOf(cloud), secret, params: { channel } });
