import { streamCalls, type TactusEndpoint } from '@tactus/protocol';
import type { FastifyInstance } from 'fastify';
import type { LivePointStream } from '../../features/streams/live-point-stream.ts';
import type { PointsRefusal } from '../../features/streams/point-stream-registry.ts';
import { badRequest, insufficientStorage } from '../../http/http-errors.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { type HttpRefusal, notFound } from '../../http/refusal.ts';
import type { CloudParts } from '../parts.ts';
import { createHourlyLimit } from './hourly.ts';
import { mountCalls, type ReceivedCall, refusalOf } from './mount-calls.ts';

/** Streams that one address may make in an hour: fewer in a day than there is room for. */
const STREAMS_PER_HOUR = 40;

/** The part of all points that one address may store in an hour: less in a day than there is room for. */
const POINTS_PER_HOUR_SHARE = 1 / 25;

/** Streams: points that the cloud stores and plays (docs/streams-and-channels.md). Register it under `/api/tactus`. */
export function mountStreams(api: FastifyInstance, parts: CloudParts): void {
  const { streams } = parts;
  const limitHourly = createHourlyLimit(parts, STREAMS_PER_HOUR, 'streams');
  const pointsPerHour = Math.ceil(parts.config.capacity.streamPoints * POINTS_PER_HOUR_SHARE);
  const limitPoints = createHourlyLimit(parts, pointsPerHour, 'points of streams');

  function ownStream({ params, request }: ReceivedCall<TactusEndpoint<'/:ref'>>): LivePointStream {
    const stream = streams.owned(params.ref, readOwnerSecret(request));
    if (!stream) throw notFound('There is no such stream, or the secret is not its own');
    return stream;
  }

  mountCalls(api, streamCalls, {
    async create({ body, request }) {
      const { points = [] } = body();
      limitPoints(request, points.length);
      limitHourly(request);
      const grant = await streams.create(points);
      if (typeof grant === 'string') throw refusals[grant]();
      return { stream_ref: grant.ref, secret: grant.secret };
    },

    async append(call) {
      const stream = ownStream(call);
      const { points = [] } = call.body();
      limitPoints(call.request, points.length);
      const refusal = await streams.append(stream.ref, points);
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
  'library-full': () => insufficientStorage('This server has no room for more points or streams at the moment'),
};
