import { isConnectionKey } from '@tactus/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OwnedMultiDeviceChannel } from '../../devices/multi-device-channel.ts';
import { readField } from '../../http/body-field.ts';
import { clientAddressOf } from '../../http/client-address.ts';
import { badRequest, insufficientStorage, tooManyTactusRequests } from '../../http/http-errors.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { notFound } from '../../http/refusal.ts';
import { createHourlyQuota } from '../../rate-limit/virtual-device-quota.ts';
import { limitUnknownKeys } from '../admission.ts';
import type { CloudParts } from '../parts.ts';

interface OfChannel {
  Params: { channel: string };
}

/** Devices in one channel. */
const MEMBERS_MAX = 32;

/** Channels that one address may make in an hour. */
const CHANNELS_PER_HOUR = 120;

const FORGET_EVERY_MS = 60 * 60 * 1_000;

/** Channels: one reference for many devices (docs/streams-and-channels.md). Register it under `/api/tactus`. */
export function mountChannels(api: FastifyInstance, parts: CloudParts): void {
  const { config, channels, time } = parts;
  const quota = createHourlyQuota({ limit: CHANNELS_PER_HOUR, time });
  const stopForgetting = time.every(FORGET_EVERY_MS, () => channels.forgetUnused());
  api.addHook('onClose', (_server, done) => {
    stopForgetting();
    done();
  });

  function ownChannel(request: FastifyRequest<OfChannel>): OwnedMultiDeviceChannel {
    const channel = channels.owned(request.params.channel, readOwnerSecret(request));
    if (!channel) throw notFound('There is no such channel, or the secret is not its own');
    return channel;
  }

  /** Reads the devices of a channel. A channel discloses whether its devices are connected, so each key counts as a request. */
  function readMembers(request: FastifyRequest): readonly string[] {
    const connectionKeys = readConnectionKeys(request.body);
    for (const key of connectionKeys) limitUnknownKeys(parts, key, request);
    return connectionKeys;
  }

  api.post('/channels', async (request, reply) => {
    const connectionKeys = readMembers(request);
    // Suites and benches that switch the rate limit off create channels without limit.
    const waitMs = config.rateLimitPerMinute === 0 ? 0 : quota.take(clientAddressOf(config, request));
    if (waitMs > 0)
      throw tooManyTactusRequests(`No more than ${CHANNELS_PER_HOUR} channels an hour; try again later`, waitMs);
    const grant = channels.create(connectionKeys);
    if (!grant) throw insufficientStorage('This server has no room for another channel at the moment');
    reply.code(201).header('cache-control', 'no-store');
    return { channel: grant.reference, secret: grant.secret };
  });

  api.get<OfChannel>('/channels/:channel', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return toListed(ownChannel(request));
  });

  api.put<OfChannel>('/channels/:channel', async (request, reply) => {
    const channel = ownChannel(request);
    channel.replace(readMembers(request));
    reply.header('cache-control', 'no-store');
    return toListed(channel);
  });

  api.delete<OfChannel>('/channels/:channel', async (request, reply) => {
    channels.end(ownChannel(request).reference);
    return reply.code(204).send();
  });
}

const toListed = ({ reference, members }: OwnedMultiDeviceChannel) => ({ channel: reference, members });

function readConnectionKeys(body: unknown): readonly string[] {
  const raw = readField(body, 'connectionKeys');
  if (!Array.isArray(raw) || raw.length < 1 || raw.length > MEMBERS_MAX)
    throw badRequest(`connectionKeys must be a list of 1 to ${MEMBERS_MAX} connection keys`);
  return raw.map((key: unknown, index) => {
    if (typeof key === 'string' && isConnectionKey(key)) return key;
    throw badRequest(`connectionKeys[${index}] must be 5 to 64 letters and digits`);
  });
}
