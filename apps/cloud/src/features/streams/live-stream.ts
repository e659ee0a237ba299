import type { LivePoints, ScriptPoint } from '@tactus/motion';
import type { Undo } from '@tactus/time';

/**
 * A list of points that grows while it is played (api-v3.md 2.11). `points` is the same list for as long as the stream
 * lives, its times rise strictly, and it is `ended` once nothing more will come.
 */
export interface LiveStream extends LivePoints {
  /** What `stream_ref` names it by: a ULID. */
  readonly ref: string;
  /** Hears, until undone, that points were appended or that the stream has ended. A stream that is heard is in use. */
  onChange(listener: () => void): Undo;
}

/** A stream in its owner's hands. */
export interface OwnStream extends LiveStream {
  /** Appends points that were checked before. Ended streams take none: the caller asks first. */
  append(points: readonly ScriptPoint[]): void;
  /** Nothing more will come. Twice is harmless. */
  end(): void;
  /** Whether anybody listens. */
  hasListeners(): boolean;
}

/** Makes an empty stream. */
export function createLiveStream(ref: string): OwnStream {
  const points: ScriptPoint[] = [];
  const listeners = new Set<() => void>();
  let ended = false;

  function notify(): void {
    for (const listener of [...listeners]) listener();
  }

  return {
    ref,
    points,
    get ended() {
      return ended;
    },
    onChange(listener) {
      // A listener of its own for every call, so that undoing one leaves the other.
      const entry = () => listener();
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    append(added) {
      if (added.length === 0) return;
      for (const point of added) points.push(point);
      notify();
    },
    end() {
      if (ended) return;
      ended = true;
      notify();
    },
    hasListeners: () => listeners.size > 0,
  };
}
