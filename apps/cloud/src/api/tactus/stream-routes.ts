import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LivePointStream } from '../../features/streams/live-point-stream.ts';
import { type PointsRefusal, STREAM_POINTS_MAX } from '../../features/streams/point-stream-registry.ts';
import { clientAddressOf } from '../../http/client-address.ts';
import { badRequest, insufficientStorage, tooManyTactusRequests } from '../../http/http-errors.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { HttpRefusal, notFound, tactusErrorBody } from '../../http/refusal.ts';
import { createHourlyQuota } from '../../rate-limit/virtual-device-quota.ts';
import type { CloudParts } from '../parts.ts';
import { readStreamPoints } from './reading-stream.ts';

interface OfStream {
  Params: { ref: string };
}

/** Streams that one address may make in an hour: fewer in a day than there is room for. */
const STREAMS_PER_HOUR = 40;

const FORGET_EVERY_MS = 60 * 60 * 1_000;

/** Streams: points that the cloud stores and plays (docs/streams-and-channels.md). Register it under `/api/tactus`. */
export function mountStreams(api: FastifyInstance, { config, streams, time }: CloudParts): void {
  const quota = createHourlyQuota({ limit: STREAMS_PER_HOUR, time });
  const stopForgetting = time.every(FORGET_EVERY_MS, () => streams.forgetUnused());
  api.addHook('onClose', (_server, done) => {
    stopForgetting();
    done();
  });

  function ownStream(request: FastifyRequest<OfStream>): LivePointStream {
    const stream = streams.owned(request.params.ref, readOwnerSecret(request));
    if (!stream) throw notFound('There is no such stream, or the secret is not its own');
    return stream;
  }

  api.post('/streams', async (request, reply) => {
    const points = readStreamPoints(request.body) ?? [];
    // Suites and benches that switch the rate limit off create streams without limit.
    const waitMs = config.rateLimitPerMinute === 0 ? 0 : quota.take(clientAddressOf(config, request));
    if (waitMs > 0)
      throw tooManyTactusRequests(`No more than ${STREAMS_PER_HOUR} streams an hour; try again later`, waitMs);
    const grant = streams.create(points);
    if (typeof grant === 'string') throw refusalOf[grant]();
    reply.code(201).header('cache-control', 'no-store');
    return { stream_ref: grant.ref, secret: grant.secret };
  });

  api.post<OfStream>('/streams/:ref/points', async (request, reply) => {
    const stream = ownStream(request);
    const points = readStreamPoints(request.body);
    if (!points) throw badRequest('points must be a list of points');
    const refusal = streams.append(stream.ref, points);
    if (refusal !== undefined) throw refusalOf[refusal](stream);
    reply.header('cache-control', 'no-store');
    return { points: stream.points.length };
  });

  api.post<OfStream>('/streams/:ref/close', async (request, reply) => {
    streams.close(ownStream(request).ref);
    return reply.code(204).send();
  });

  api.get<OfStream>('/streams/:ref', async (request, reply) => {
    const { points, ended } = ownStream(request);
    reply.header('cache-control', 'no-store');
    return { points: points.length, closed: ended, last_point_time: points.at(-1)?.t ?? null };
  });

  api.delete<OfStream>('/streams/:ref', async (request, reply) => {
    streams.remove(ownStream(request).ref);
    return reply.code(204).send();
  });
}

/** The HTTP answer of each refusal. */
const refusalOf: Readonly<Record<PointsRefusal, (stream?: LivePointStream) => HttpRefusal>> = {
  closed: () => new HttpRefusal(409, tactusErrorBody('Conflict', 'The stream is closed and takes no more points')),
  'not-rising': (stream) =>
    badRequest(`points[0].t must be later than the ${stream?.points.at(-1)?.t ?? 0} ms of the stream's last point`),
  'stream-full': () => insufficientStorage(`A stream holds at most ${STREAM_POINTS_MAX} points`),
  'library-full': () => insufficientStorage('This server has no room for more points or streams at the moment'),
};
