import { openEventStream } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useLinkedDevices } from '../../../device/linked/linked-devices-context.tsx';
import { useClock, useRandom } from '../../../ui/time-context.tsx';

/** An event of a channel, with the device that it is about. */
export interface ChannelEventLine {
  readonly id: number;
  /** Monotonic ms. */
  readonly atMs: number;
  readonly name: string;
  readonly from: string;
  readonly text: string;
}

const MAX_LINES = 100;

/** Subscribes to a channel while there is one: the events, newest first, and whether the stream is open. */
export function useChannelEvents(channel: string | undefined) {
  const { cloud } = useLinkedDevices();
  const time = useClock();
  const random = useRandom();
  const [lines, setLines] = useState<readonly ChannelEventLine[]>([]);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (channel === undefined) return;
    let nextId = 1;
    const addLine = (name: string, from: string, data: unknown) => {
      const line = { id: nextId++, atMs: time.monotonic(), name, from, text: JSON.stringify(data) ?? '' };
      setLines((before) => [line, ...before].slice(0, MAX_LINES));
    };
    const { apiBase, apiKey, fetch, features } = cloud;
    const stream = openEventStream({
      baseUrl: apiBase,
      apiKey,
      keysIn: features.headersOnSse === true ? 'headers' : 'query',
      connectionKey: channel,
      ...{ fetch, time, random },
      onOpen: () => setOpen(true),
      onError: () => setOpen(false),
      onEvent: (event) => addLine(event.name, event.connectionKey ?? '', event.data),
      onUnknown: ({ name = '', data }) => addLine(name, '', data),
    });
    return () => {
      stream.close();
      setOpen(false);
      setLines([]);
    };
  }, [channel, cloud, time, random]);
  return { lines, open };
}
