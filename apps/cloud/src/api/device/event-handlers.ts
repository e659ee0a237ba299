import { readWantedEvents } from '../../events/wanted-events.ts';
import { openEventStream } from '../open-event-stream.ts';
import type { CloudHandlers } from './cloud-call.ts';

/** The live event stream. The handler takes the response over, so the request is counted and logged here. */
export const sseHandlers: CloudHandlers<'sse'> = {
  'sse.events': ({ events }, { parts, request, reply, caller, reference }) => {
    const { log, metrics } = parts;
    const { id } = request;
    const stream = openEventStream(parts, request, reply, () => caller?.isAlive() ?? true);
    const wanted = readWantedEvents(events);
    const channel = parts.channels.get(reference);
    const lastEventId = request.headers['last-event-id'];
    const unsubscribe = channel
      ? parts.hub.subscribeChannel({ channel, wanted, sink: stream })
      : parts.hub.subscribe({
          connectionKey: reference,
          wanted,
          lastEventId: typeof lastEventId === 'string' && parts.config.profile === 'tactus' ? lastEventId : undefined,
          sink: stream,
        });
    metrics.answered({ call: 'sse.events', status: 200, refusal: undefined, seconds: undefined });
    log.debug({ id, call: 'sse.events' }, 'stream opened');
    stream.onClose((byPeer) => {
      const keys = channel ? channel.members.map(({ connectionKey }) => connectionKey) : [reference];
      unsubscribe();
      if (byPeer) for (const key of keys) parts.leases.streamClosed(key);
      log.debug({ id, call: 'sse.events' }, 'stream closed');
    });
    return undefined;
  },
};
