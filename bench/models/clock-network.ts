import type { Random } from '@tactus/time';

/** One-way delays of a network, ms. The distributions are typical of each kind of network. */
export interface ClockNetwork {
  up(atMs: number): number;
  down(atMs: number): number;
}

/** The networks of the clock rows, by name, with half the difference between the delays of the two directions. */
export const clockNetworks: Readonly<
  Record<string, { readonly build: (random: Random) => ClockNetwork; readonly asymmetryMs: number }>
> = {
  LAN: {
    asymmetryMs: 0,
    build: (random) =>
      alike(() => 0.25 + random.exponential(0.1) + sometimes(random, 0.002, () => random.exponential(5))),
  },
  'Wi-Fi': { asymmetryMs: 0, build: wifi },
  LTE: { asymmetryMs: 4, build: lte },
  bufferbloat: { asymmetryMs: 0, build: bufferbloat },
  LEO: { asymmetryMs: 0, build: leo },
};

const sometimes = (random: Random, share: number, delay: () => number): number => (random.next() < share ? delay() : 0);

const alike = (delay: (atMs: number) => number): ClockNetwork => ({ up: delay, down: delay });

function wifi(random: Random): ClockNetwork {
  const way = () => 6 + random.exponential(1.5) + sometimes(random, 0.08, () => 5 + random.exponential(25));
  return { up: way, down: () => way() + sometimes(random, 0.05, () => random.next() * 100) };
}

function lte(random: Random): ClockNetwork {
  const burst = () => sometimes(random, 0.04, () => 30 + random.exponential(70));
  return {
    up: () => 26 + random.exponential(7) + random.next() * 5 + burst(),
    down: () => 18 + random.exponential(4) + burst(),
  };
}

/** Other uploads fill the queue on the way up for a while. */
function bufferbloat(random: Random): ClockNetwork {
  let fromMs = random.exponential(60_000);
  let untilMs = fromMs + random.exponential(20_000);
  let heightMs = random.integer(50, 300);
  const way = () => 12 + random.exponential(2);
  return {
    down: way,
    up(atMs) {
      while (atMs > untilMs) {
        fromMs = untilMs + random.exponential(60_000);
        untilMs = fromMs + random.exponential(20_000);
        heightMs = random.integer(50, 300);
      }
      return way() + (atMs >= fromMs ? heightMs * (0.5 + 0.5 * random.next()) : 0);
    },
  };
}

/** Satellites take turns: another one every 15 s, nearer or farther. */
function leo(random: Random): ClockNetwork {
  let hopMs = random.next() * 14;
  let drawnAtMs = 0;
  return alike((atMs) => {
    for (; atMs - drawnAtMs >= 15_000; drawnAtMs += 15_000) hopMs = random.next() * 14;
    return 18 + hopMs + random.exponential(4) + sometimes(random, 0.02, () => 20 + random.exponential(40));
  });
}

/** This machine's crystal against true time: a constant error and a wander. */
export interface Crystal {
  /** Time shown by its clock at a true instant, ms. */
  clientMs(trueMs: number): number;
  /** The true instant at which the clock shows a time. */
  trueMs(clientMs: number): number;
}

const SIGMA_PPM = 20;
const WANDER_PPM = 2;
const WANDER_PERIOD_MS = 30 * 60_000;

export function createCrystal(random: Random): Crystal {
  const rate = random.normal(0, SIGMA_PPM) * 1e-6;
  const phase = random.next() * 2 * Math.PI;
  const wanderMs = ((WANDER_PPM * 1e-6) / (2 * Math.PI)) * WANDER_PERIOD_MS;
  const errorMs = (trueMs: number) =>
    rate * trueMs + wanderMs * (Math.cos(phase) - Math.cos((trueMs / WANDER_PERIOD_MS) * 2 * Math.PI + phase));
  return {
    clientMs: (trueMs) => trueMs + errorMs(trueMs),
    // The error is below a nanosecond after two rounds: it changes by parts in a million.
    trueMs: (clientMs) => clientMs - errorMs(clientMs - errorMs(clientMs)),
  };
}
