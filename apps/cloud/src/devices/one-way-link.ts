import type { Time, Undo } from '@tactus/time';

/** Timing of one message on a link. */
export interface MessageTiming {
  /** How long the message occupies the line, in ms; the next one starts after it. */
  readonly lineMs?: number;
  /** Transit time, in ms. */
  readonly tripMs: number;
  /** Whether it stays behind earlier messages; true when left out. */
  readonly isOrdered?: boolean;
}

/** One direction of a link. */
export interface OneWayLink {
  /** Runs `arrive` when the message has crossed; at once where nothing delays it. */
  send(arrive: () => unknown, crossing: MessageTiming): void;
  /** Whether a message crosses without delay, and then it counts as delivered; otherwise it has to be sent. */
  crossesNow(crossing: MessageTiming): boolean;
  /** Delivers all ordered messages in transit now. */
  flush(): void;
  /** Drops all messages in transit. */
  close(): void;
}

/** One direction of a link, without messages on the way. */
export function createOneWayLink(time: Time): OneWayLink {
  return new TimedLane(time);
}

/** A class, because every device has two. */
class TimedLane implements OneWayLink {
  readonly #time: Time;
  #timers: Set<Undo> | undefined;
  #inFlight: (() => unknown)[] = [];
  #lineFreeAt = Number.NEGATIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(time: Time) {
    this.#time = time;
  }

  send(run: () => unknown, timing: MessageTiming): void {
    if (this.crossesNow(timing)) {
      run();
      return;
    }
    const { lineMs = 0, tripMs, isOrdered = true } = timing;
    const now = this.#time.monotonic();
    this.#lineFreeAt = Math.max(this.#lineFreeAt, now) + lineMs;
    if (!isOrdered) {
      this.#later(this.#lineFreeAt + tripMs, run);
      return;
    }
    this.#lastAt = Math.max(this.#lastAt, this.#lineFreeAt + tripMs);
    const arrive = () => run(); // one for each message, even where `run` is shared
    this.#inFlight.push(arrive);
    if (this.#lastAt <= now) this.#deliverUpTo(arrive);
    else this.#later(this.#lastAt, () => this.#deliverUpTo(arrive));
  }

  crossesNow({ lineMs = 0, tripMs, isOrdered = true }: MessageTiming): boolean {
    return lineMs <= 0 && tripMs <= 0 && isOrdered && this.#inFlight.length === 0 && this.#isFree();
  }

  flush(): void {
    this.#lineFreeAt = Number.NEGATIVE_INFINITY;
    this.#lastAt = Number.NEGATIVE_INFINITY;
    for (const arrive of this.#inFlight.splice(0)) arrive();
  }

  close(): void {
    for (const stop of this.#timers ?? []) stop();
    this.#timers = undefined;
    this.#inFlight = [];
  }

  /** Whether no earlier message occupies the line any more. A line that was never occupied needs no look at the clock. */
  #isFree(): boolean {
    if (this.#lineFreeAt === Number.NEGATIVE_INFINITY && this.#lastAt === Number.NEGATIVE_INFINITY) return true;
    const now = this.#time.monotonic();
    if (this.#lineFreeAt > now || this.#lastAt > now) return false;
    this.#lineFreeAt = Number.NEGATIVE_INFINITY;
    this.#lastAt = Number.NEGATIVE_INFINITY;
    return true;
  }

  #later(at: number, run: () => void): void {
    const timers = this.#timers ?? new Set();
    this.#timers = timers;
    const stop = this.#time.after(at - this.#time.monotonic(), () => {
      timers.delete(stop);
      run();
    });
    timers.add(stop);
  }

  /** Timers may fire slightly out of order; earlier messages are delivered first all the same. */
  #deliverUpTo(arrive: () => unknown): void {
    const last = this.#inFlight.indexOf(arrive);
    for (const earlier of this.#inFlight.splice(0, last + 1)) earlier();
  }
}
