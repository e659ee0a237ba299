import { createRetryFrame } from './frames.ts';

/** One event stream. */
export interface SseSink {
  write(frame: Buffer): void;
  beat(frame: Buffer): void;
  end(): void;
}

/** Event streams by their subscriber: owners by connection key, guests by session. */
export interface SseBroadcaster<K> {
  add(of: K, sink: SseSink): () => void;
  send(of: K, event: string, data: unknown): void;
  hasSubscribers(of: K): boolean;
  beat(): void;
  close(): void;
}

const HEARTBEAT = Buffer.from(':\n\n');

/** Returns a broadcaster without streams, which are added by their subscriber `K`. */
export function createSseBroadcaster<K>(): SseBroadcaster<K> {
  const all = new Map<K, Set<SseSink>>();

  return {
    add(of, sink) {
      const sinks = all.get(of) ?? new Set();
      all.set(of, sinks.add(sink));
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
      for (const sinks of [...all.values()]) for (const sink of [...sinks]) sink.beat(HEARTBEAT);
    },
    close() {
      for (const sinks of [...all.values()])
        for (const sink of [...sinks]) {
          sink.write(createRetryFrame());
          sink.end();
        }
    },
  };
}

/** Serialises one event. */
export const toSseFrame = (event: string, data: unknown): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
