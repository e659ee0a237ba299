import { channelCalls, type TactusEndpoint } from '@tactus/protocol';
import type { FastifyInstance } from 'fastify';
import type { MultiDeviceChannel } from '../../devices/multi-device-channel.ts';
import { insufficientStorage } from '../../http/http-errors.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { notFound } from '../../http/refusal.ts';
import { limitUnknownKeys } from '../admission.ts';
import type { CloudParts } from '../parts.ts';
import { createHourlyLimit } from './hourly.ts';
import { mountCalls, type ReceivedCall } from './mount-calls.ts';

/** Channels that one address may make in an hour. */
const CHANNELS_PER_HOUR = 120;

/** Channels: one reference for many devices (docs/streams-and-channels.md). Register it under `/api/tactus`. */
export function mountChannels(api: FastifyInstance, parts: CloudParts): void {
  const { channels } = parts;
  const limitHourly = createHourlyLimit(parts, CHANNELS_PER_HOUR, 'channels');

  function ownChannel({ params, request }: ReceivedCall<TactusEndpoint<'/:channel'>>): MultiDeviceChannel {
    const channel = channels.owned(params.channel, readOwnerSecret(request));
    if (!channel) throw notFound('There is no such channel, or the secret is not its own');
    return channel;
  }

  /** Reads the devices of a channel. A channel discloses whether its devices are connected, so each key counts as a request. */
  function readMembers({
    body,
    request,
  }: Omit<ReceivedCall<typeof channelCalls.replace>, 'params'>): readonly string[] {
    const { connectionKeys } = body();
    for (const key of connectionKeys) limitUnknownKeys(parts, key, request);
    return connectionKeys;
  }

  mountCalls(api, channelCalls, {
    async create(call) {
      const connectionKeys = readMembers(call);
      limitHourly(call.request);
      const grant = await channels.create(connectionKeys);
      if (!grant) throw insufficientStorage('This server has no room for another channel at the moment');
      return { channel: grant.reference, secret: grant.secret };
    },

    read: (call) => toListed(ownChannel(call)),

    async replace(call) {
      const channel = ownChannel(call);
      await channels.replace(channel.reference, readMembers(call));
      return toListed(channel);
    },

    end: (call) => channels.end(ownChannel(call).reference),
  });
}

const toListed = ({ reference, members }: MultiDeviceChannel) => ({ channel: reference, members });
