import type { FastifyReply, FastifyRequest } from 'fastify';
import { openSseStream, type SseStream } from '../events/sse-stream.ts';
import { clientAddressOf } from '../http/client-address.ts';
import { tooManyTactusRequests } from '../http/http-errors.ts';
import type { CloudParts } from './parts.ts';

/** A stream that another client closes is free at once; one whose client is gone, after this long. */
const RETRY_AFTER_MS = 15_000;

/**
 * Takes the response over as an event stream. Throws 429 where the network of the request has too many streams open.
 * `isAllowed`, called at every heartbeat, returns whether the client may still read the stream.
 */
export function openEventStream(
  { config, openStreams }: CloudParts,
  request: FastifyRequest,
  reply: FastifyReply,
  isAllowed: () => boolean,
): SseStream {
  const release = openStreams?.take(clientAddressOf(config, request));
  if (openStreams && !release)
    throw tooManyTactusRequests('Too many event streams of this network are open; try again later', RETRY_AFTER_MS);
  reply.hijack();
  const stream = openSseStream(reply.raw, reply.getHeaders(), isAllowed);
  if (release) stream.onClose(release);
  return stream;
}
