import { streamCalls, type TactusEndpoint } from '@tactus/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LivePointStream } from '../../features/streams/live-point-stream.ts';
import type { PointsRefusal } from '../../features/streams/point-stream-registry.ts';
import { clientAddressOf } from '../../http/client-address.ts';
import { badRequest, insufficientStorage } from '../../http/http-errors.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { type HttpRefusal, notFound } from '../../http/refusal.ts';
import type { CloudParts } from '../parts.ts';
import { createHourlyLimit } from './hourly.ts';
import { mountCalls, type ReceivedCall, refusalOf } from './mount-calls.ts';

/** Streams that one address may make in an hour: fewer in a day than there is room for. */
const STREAMS_PER_HOUR = 40;

/** Streams: points that the cloud stores and plays (docs/streams-and-channels.md). Register it under `/api/tactus`. */
export function mountStreams(api: FastifyInstance, parts: CloudParts): void {
  const { config, streams } = parts;
  const limitHourly = createHourlyLimit(parts, STREAMS_PER_HOUR, 'streams');
  /** The address whose points are counted; undefined where the rate limit is off. */
  const addressOf = (request: FastifyRequest) =>
    config.rateLimitPerMinute === 0 ? undefined : clientAddressOf(config, request);

  function ownStream({ params, request }: ReceivedCall<TactusEndpoint<'/:ref'>>): LivePointStream {
    const stream = streams.owned(params.ref, readOwnerSecret(request));
    if (!stream) throw notFound('There is no such stream, or the secret is not its own');
    return stream;
  }

  mountCalls(api, streamCalls, {
    async create({ body, request }) {
      const { points = [] } = body();
      limitHourly(request);
      const grant = await streams.create(points, addressOf(request));
      if (typeof grant === 'string') throw refusals[grant]();
      return { stream_ref: grant.ref, secret: grant.secret };
    },

    async append(call) {
      const stream = ownStream(call);
      const { points = [] } = call.body();
      const refusal = await streams.append(stream.ref, points, addressOf(call.request));
      if (refusal !== undefined) throw refusals[refusal](stream);
      return { points: stream.points.length };
    },

    close: (call) => streams.close(ownStream(call).ref),

    read(call) {
      const { points, ended } = ownStream(call);
      return { points: points.length, closed: ended, last_point_time: points.at(-1)?.t ?? null };
    },

    remove: (call) => streams.remove(ownStream(call).ref),
  });
}

/** The HTTP answer of each refusal. */
const refusals: Readonly<Record<PointsRefusal, (stream?: LivePointStream) => HttpRefusal>> = {
  closed: () => refusalOf(streamCalls.append, 'Conflict', 'The stream is closed and takes no more points'),
  'not-rising': (stream) =>
    badRequest(`points[0].t must be later than the ${stream?.points.at(-1)?.t ?? 0} ms of the stream's last point`),
  'stream-full': () => insufficientStorage('This stream has as many points as a stream may have here'),
  'address-full': () =>
    insufficientStorage('This address has as many points as it may have here; remove a stream first'),
  'library-full': () => insufficientStorage('This server has no room for more points or streams at the moment'),
};
