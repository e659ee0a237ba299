import { endStreams, endSurplusStream, type FrameSink, HEARTBEAT_FRAME } from './frames.ts';

/** Event streams by their subscriber: owners by connection key, guests by session. */
export interface SseBroadcaster<K> {
  /** Adds a stream; the oldest of its subscriber ends where there are too many. */
  add(of: K, sink: FrameSink): () => void;
  send(of: K, event: string, data: unknown): void;
  hasSubscribers(of: K): boolean;
  beat(): void;
  close(): void;
}

/** Returns a broadcaster without streams, which are added by their subscriber `K`, `streamsMax` of each at most. */
export function createSseBroadcaster<K>(streamsMax: number): SseBroadcaster<K> {
  const all = new Map<K, Set<FrameSink>>();

  return {
    add(of, sink) {
      const sinks = all.get(of) ?? new Set();
      all.set(of, sinks.add(sink));
      const [oldest] = sinks;
      if (oldest && sinks.size > streamsMax) {
        sinks.delete(oldest);
        endSurplusStream(oldest);
      }
      return () => {
        if (sinks.delete(sink) && sinks.size === 0 && all.get(of) === sinks) all.delete(of);
      };
    },
    send(of, event, data) {
      const sinks = all.get(of);
      if (!sinks) return;
      const frame = toSseFrame(event, data);
      for (const sink of [...sinks]) sink.write(frame);
    },
    hasSubscribers: (of) => all.has(of),
    beat() {
      for (const sinks of [...all.values()]) for (const sink of [...sinks]) sink.beat(HEARTBEAT_FRAME);
    },
    close() {
      for (const sinks of [...all.values()]) endStreams(sinks);
    },
  };
}

/** Serialises one event. */
export const toSseFrame = (event: string, data: unknown): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
