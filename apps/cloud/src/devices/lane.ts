import type { Time, Undo } from '@tactus/time';

/** How one message crosses. */
interface Crossing {
  /** How long the message occupies the line, in ms; the next one starts after it. */
  readonly lineMs?: number;
  /** How long it is under way, in ms. */
  readonly tripMs: number;
  /** Whether it stays behind what was sent before; true when left out. */
  readonly isOrdered?: boolean;
}

/** One direction of a link. */
export interface Lane {
  /** Runs `arrive` when the message has crossed; at once where nothing delays it. */
  send(arrive: () => unknown, crossing: Crossing): void;
  /** Brings everything that is under way in order across now. */
  flush(): void;
  /** Lets nothing arrive any more that is under way. */
  close(): void;
}

export function createLane(time: Time): Lane {
  const timers = new Set<Undo>();
  let underWay: (() => unknown)[] = [];
  let lineFreeAt = Number.NEGATIVE_INFINITY;
  let lastAt = Number.NEGATIVE_INFINITY;

  function later(at: number, run: () => void): void {
    const stop = time.after(at - time.monotonic(), () => {
      timers.delete(stop);
      run();
    });
    timers.add(stop);
  }

  /** Timers may run a little out of order; what was sent before then arrives first all the same. */
  function bringUpTo(arrive: () => unknown): void {
    const last = underWay.indexOf(arrive);
    for (const earlier of underWay.splice(0, last + 1)) earlier();
  }

  return {
    send(run, { lineMs = 0, tripMs, isOrdered = true }) {
      const now = time.monotonic();
      lineFreeAt = Math.max(lineFreeAt, now) + lineMs;
      if (!isOrdered) {
        later(lineFreeAt + tripMs, run);
        return;
      }
      lastAt = Math.max(lastAt, lineFreeAt + tripMs);
      const arrive = () => run(); // one for each message, whatever it does
      underWay.push(arrive);
      if (lastAt <= now) bringUpTo(arrive);
      else later(lastAt, () => bringUpTo(arrive));
    },
    flush() {
      const now = time.monotonic();
      lineFreeAt = now;
      lastAt = now;
      for (const arrive of underWay.splice(0)) arrive();
    },
    close() {
      for (const stop of timers) stop();
      timers.clear();
      underWay = [];
    },
  };
}
