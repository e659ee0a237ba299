import type { CloudHandlers } from '../device-api/cloud-call.ts';
import { openSseStream } from './sse-stream.ts';
import { readWantedEvents } from './wanted-events.ts';

/** The live event stream (api-v3.md 4). The response is taken over: Fastify does not end it. */
export const sseHandlers: CloudHandlers<'sse'> = {
  'sse.events': ({ events }, { parts, request, reply, caller, reference }) => {
    reply.hijack();
    const stream = openSseStream(reply.raw, reply.getHeaders(), () => caller?.isAlive() ?? true);
    const lastEventId = request.headers['last-event-id'];
    const unsubscribe = parts.hub.subscribe({
      connectionKey: reference,
      wanted: readWantedEvents(events),
      lastEventId: typeof lastEventId === 'string' && parts.config.profile === 'tactus' ? lastEventId : undefined,
      sink: stream,
    });
    stream.onClose(unsubscribe);
    return undefined;
  },
};
