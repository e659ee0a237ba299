import { readWantedEvents } from '../../events/wanted-events.ts';
import { endOldestStreams, type GuestSession } from '../../features/shares/guest-session.ts';
import type { SharedControl } from '../../features/shares/shared-control.ts';
import { readQueryParameter } from '../../http/reading.ts';
import { openEventStream } from '../open-event-stream.ts';
import type { CloudCallContext } from './cloud-call.ts';

/** The live event stream for a guest: the device's own key is replaced by the alias, and the stream ends with the session. */
export function openGuestStream(
  { parts, request, reply }: CloudCallContext,
  session: GuestSession,
  sharedControl: SharedControl,
): undefined {
  const { hub, metrics, config } = parts;
  const stream = openEventStream(parts, request, reply, () => session.over === undefined);
  endOldestStreams(session);
  session.firstEventId ??= hub.newestEventId(session.share.connectionKey);
  const lastEventId = request.headers['last-event-id'];
  const unsubscribe = hub.subscribe({
    connectionKey: session.share.connectionKey,
    guestAlias: session.alias,
    wanted: readWantedEvents(readQueryParameter(request, 'events')),
    lastEventId: typeof lastEventId === 'string' && config.profile === 'tactus' ? lastEventId : undefined,
    resumesAfter: session.firstEventId,
    sink: stream,
  });
  session.streams.add(stream);
  sharedControl.seen(session);
  metrics.answered({ call: 'sse.events', status: 200, refusal: undefined, seconds: undefined });
  stream.onClose(() => {
    unsubscribe();
    session.streams.delete(stream);
    sharedControl.seen(session);
  });
  return undefined;
}
