import type { Time } from '@tactus/time';
import type { StreamAnchor } from './start-planner.ts';

/** The lead of a live source: how long after its own time a point is played. */
export interface LiveLead {
  /** Points were pushed; `firstMs` is the time of the first of them all. */
  pushed(firstMs: number): void;
  /** The place of the stream at an instant with the currently needed lead; played points stay played. */
  place(arrivalMs: number, neededMs: number, playedMs: number): StreamAnchor;
  /** Whether the network has become slower than the lead allows for. */
  isShort(neededMs: number): boolean;
  currentMs(): number;
}

/** The lead is this much longer than needed, so that it need not change for each slow answer. */
const RESERVE = 1.15;
/** A changed lead stays for at least this time. */
const STEADY_MS = 5_000;

/** Returns the lead of a live source; its times advance in real time from the first push on. */
export function createLiveLead(time: Time): LiveLead {
  let origin: { readonly atMs: number; readonly sourceMs: number } | undefined;
  let leadMs = 0;
  let changedAtMs = -Infinity;
  return {
    pushed(firstMs) {
      origin ??= { atMs: time.monotonic(), sourceMs: firstMs };
    },
    place(arrivalMs, neededMs, playedMs) {
      leadMs = neededMs * RESERVE;
      changedAtMs = time.monotonic();
      const { atMs, sourceMs } = origin ?? { atMs: arrivalMs, sourceMs: 0 };
      const streamMs = sourceMs + arrivalMs - atMs - leadMs;
      const waitMs = Math.max(0, Math.max(sourceMs, playedMs) - streamMs);
      return { atMs: arrivalMs + waitMs, streamMs: streamMs + waitMs };
    },
    isShort: (neededMs) => neededMs > leadMs && time.monotonic() - changedAtMs > STEADY_MS,
    currentMs: () => leadMs,
  };
}
