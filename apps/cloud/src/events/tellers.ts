import { createRetryFrame } from './frames.ts';

/** Where the frames of a stream go. */
export interface TellSink {
  write(frame: Buffer): void;
  beat(frame: Buffer): void;
  end(): void;
}

/** The streams that tell somebody how things stand: owners by connection key, guests by session. */
export interface Tellers<K> {
  add(of: K, sink: TellSink): () => void;
  tell(of: K, event: string, data: unknown): void;
  isHeard(of: K): boolean;
  beat(): void;
  close(): void;
}

const HEARTBEAT = Buffer.from(':\n\n');

/** Builds it; nobody listens. */
export function createTellers<K>(): Tellers<K> {
  const all = new Map<K, Set<TellSink>>();

  return {
    add(of, sink) {
      const sinks = all.get(of) ?? new Set();
      all.set(of, sinks.add(sink));
      return () => {
        if (sinks.delete(sink) && sinks.size === 0 && all.get(of) === sinks) all.delete(of);
      };
    },
    tell(of, event, data) {
      const sinks = all.get(of);
      if (!sinks) return;
      const frame = toFrame(event, data);
      for (const sink of [...sinks]) sink.write(frame);
    },
    isHeard: (of) => all.has(of),
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

/** One event of such a stream. */
export const toFrame = (event: string, data: unknown): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
