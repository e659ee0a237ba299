import type { PointStream } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import { useTime } from '../../ui/time-context.tsx';
import { createEventLog, type EventLog } from './event-log.ts';

/** The calls and events since the page was opened. */
export function useEventLog(): EventLog {
  const device = useDevice();
  const time = useTime();
  const [log] = useState(() => createEventLog(device, time));
  useEffect(() => log.open(), [log]);
  return log;
}

/** Logs the requests of a stream. */
export function useStreamLogged(stream: PointStream, log: EventLog): void {
  useEffect(
    () =>
      stream.store.subscribe((now, before) => {
        if (now.sentPoints > before.sentPoints)
          log.note('PUT /hsp/add', `points ${now.sentPoints - before.sentPoints}`);
      }),
    [stream, log],
  );
}
