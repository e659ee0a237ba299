/** What is wrong with the link of one device. All zero is a perfect link. */
export interface LinkFaults {
  /** Added to every round trip, in ms: half on the way down, half on the way up. */
  readonly roundTripMs: number;
  /** As much again at the most, uniformly spread, in ms. */
  readonly jitterMs: number;
  /** Share of commands that never reach the device, 0..1; the caller gets 1002. */
  readonly lostCommands: number;
  /** Share of commands that the device carries out but whose answers never arrive, 0..1; the caller gets 1002. */
  readonly lostAnswers: number;
  /** Share of mode changes that the device refuses with 100032, 0..1. */
  readonly refusedModeChanges: number;
}

/** The name of a fault. */
type FaultName = keyof LinkFaults;

/** The most that each fault takes; the least is 0. */
const MOST: Readonly<Record<FaultName, number>> = {
  roundTripMs: 120_000,
  jitterMs: 120_000,
  lostCommands: 1,
  lostAnswers: 1,
  refusedModeChanges: 1,
};

/** A perfect link. */
export const NO_FAULTS: LinkFaults = {
  roundTripMs: 0,
  jitterMs: 0,
  lostCommands: 0,
  lostAnswers: 0,
  refusedModeChanges: 0,
};

/** The round trip of the vendor's cloud: 300 to 380 ms (api-v3.md 5.6). */
export const VENDOR_FAULTS: LinkFaults = { ...NO_FAULTS, roundTripMs: 300, jitterMs: 80 };

/** Reads faults that somebody sent; those left out are 0. Throws a RangeError that says what is wrong. */
export function parseFaults(given: Readonly<Record<string, unknown>>): LinkFaults {
  const faults = { ...NO_FAULTS };
  for (const [name, value] of Object.entries(given)) {
    if (!isFaultName(name)) throw new RangeError(`${name} is no fault; there are ${Object.keys(MOST).join(', ')}`);
    if (typeof value !== 'number' || !(value >= 0 && value <= MOST[name]))
      throw new RangeError(`${name} must be a number from 0 to ${MOST[name]}`);
    faults[name] = value;
  }
  return faults;
}

const isFaultName = (text: string): text is FaultName => Object.hasOwn(MOST, text);
