import type { Time } from '@tactus/time';
import type { StreamAnchor } from './start-planner.ts';

/** The lead of a live source: how long after a point's own time it is played. */
export interface LiveLead {
  /** Points were pushed; `firstMs` is the time of the first of them all. */
  pushed(firstMs: number): void;
  /** Where the stream is to stand at an instant with the lead that is needed now; what was played before stays played. */
  place(arrivalMs: number, neededMs: number, playedMs: number): StreamAnchor;
  /** Whether the network has become slower than the lead allows for. */
  isShort(neededMs: number): boolean;
  currentMs(): number;
}

/** The lead is made this much longer than needed, so that it need not be changed for each slow answer. */
const RESERVE = 1.15;
/** A lead that was changed stays for so long. */
const STEADY_MS = 5_000;

/** Times of a live source run as real time does, from the first push on. */
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
