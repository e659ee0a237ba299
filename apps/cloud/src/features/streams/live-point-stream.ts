import type { LivePoints, ScriptPoint } from '@tactus/motion';
import type { Undo } from '@tactus/time';

/**
 * A list of points that grows while it is played. `points` is the same list for as long as the stream exists, its times
 * rise strictly, and it is `ended` once no more points can come.
 */
export interface LivePointStream extends LivePoints {
  /** The `stream_ref`: a ULID. */
  readonly ref: string;
  /** Called until undone when points were appended or the stream has ended. A stream with a listener is in use. */
  onChange(listener: () => void): Undo;
}

/** A stream with its owner's rights. */
export interface OwnedPointStream extends LivePointStream {
  /** Appends points that were checked before. The caller must check that the stream has not ended. */
  append(points: readonly ScriptPoint[]): void;
  /** Ends the stream. Twice is harmless. */
  end(): void;
  /** Whether there is any listener. */
  hasListeners(): boolean;
}

/** Returns a stream under the reference `ref`, with its first points; the list is the stream's own from then on. */
export function createLivePointStream(ref: string, points: ScriptPoint[]): OwnedPointStream {
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
      // A separate listener for every call, so that undoing one leaves the other.
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
