import type { Random } from '@tactus/time';

/** An event of a video, and the time until the video moves (again), ms. */
export type Happening =
  | { readonly kind: 'play'; readonly movesAfterMs: number }
  | { readonly kind: 'seek'; readonly toMs: number; readonly movesAfterMs: number }
  | { readonly kind: 'stall'; readonly movesAfterMs: number }
  | { readonly kind: 'rate'; readonly rate: number }
  | { readonly kind: 'pause'; readonly forMs: number; readonly movesAfterMs: number };

/** An event, and its delay after the video has started to move again. */
export interface Due {
  readonly afterMs: number;
  readonly happening: Happening;
}

const RATES = [0.5, 0.75, 1, 1, 1.25, 1.5] as const;
/** Length of the film; seeks go anywhere in it. */
const FILM_MS = 3_600_000;

const sometimes = (random: Random, share: number, meanMs: number): number =>
  random.next() < share ? random.exponential(meanMs) : 0;

const movesAfterPlay = (random: Random): number => 80 + random.exponential(60) + sometimes(random, 0.05, 500);

/** Random events of this many minutes of playback: seeks, stalls, rate changes and pauses, every 15 s and a random time. */
export function drawHappenings(random: Random, minutes: number): readonly Due[] {
  const all: Due[] = [{ afterMs: 0, happening: { kind: 'play', movesAfterMs: movesAfterPlay(random) } }];
  for (let atMs = 0; atMs < minutes * 60_000; ) {
    const afterMs = 15_000 + random.exponential(25_000);
    const happening = drawHappening(random);
    all.push({ afterMs, happening });
    atMs += afterMs;
  }
  return all;
}

function drawHappening(random: Random): Happening {
  const share = random.next();
  if (share < 0.35) {
    const movesAfterMs = 20 + random.exponential(60) + sometimes(random, 0.2, 400);
    return { kind: 'seek', toMs: random.next() * FILM_MS, movesAfterMs };
  }
  if (share < 0.6) return { kind: 'stall', movesAfterMs: 200 + random.exponential(700) };
  if (share < 0.8) return { kind: 'rate', rate: random.pick(RATES) };
  return { kind: 'pause', forMs: 2_000 + random.exponential(4_000), movesAfterMs: movesAfterPlay(random) };
}
