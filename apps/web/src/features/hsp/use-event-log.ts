import { useEffect, useState } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import type { RecordedStream } from '../../device/session/vibration-stream.ts';
import { useClock } from '../../ui/time-context.tsx';
import { createStreamEventLog, type StreamEventLog } from './event-log.ts';

/** The calls and events since the page was opened. */
export function useStreamEventLog(): StreamEventLog {
  const device = useDevice();
  const time = useClock();
  const [log] = useState(() => createStreamEventLog(device, time));
  useEffect(() => log.open(), [log]);
  return log;
}

/** Logs the requests of a stream in an event log. */
export function useLogStreamRequests(stream: RecordedStream, log: StreamEventLog): void {
  useEffect(
    () =>
      stream.store.subscribe((now, before) => {
        if (now.sentPoints > before.sentPoints)
          log.note('PUT /hsp/add', `points ${now.sentPoints - before.sentPoints}`);
      }),
    [stream, log],
  );
}
