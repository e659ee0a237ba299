/** The faults of one device, its link and its cloud. All zero is a device without fault. */
export interface LinkFaults {
  /** Added to every round trip, in ms: half on the way down, half on the way up. */
  readonly roundTripMs: number;
  /** Upper bound of a further, evenly distributed delay, in ms. */
  readonly jitterMs: number;
  /** Share of commands that may arrive out of order, 0..1: each waits for its own transit alone. */
  readonly reordered: number;
  /** Throughput towards the device, in bytes of JSON per second, one command after the other; 0: unlimited. */
  readonly bytesPerSecond: number;
  /** Share of commands that never reach the device, 0..1; the caller gets 1002. */
  readonly lostCommands: number;
  /** Share of commands that the device executes but whose answers never arrive, 0..1; the caller gets 1002. */
  readonly lostAnswers: number;
  /** Share of mode changes that the device refuses with 100032, 0..1. */
  readonly refusedModeChanges: number;
  /** Share of requests that the cloud answers with HTTP 429, 0..1, stops among them. */
  readonly tooManyRequests: number;
  /** Share of requests that the cloud answers with HTTP 500, 0..1, stops among them. */
  readonly serverErrors: number;
  /** Interval between cuts of the link, in ms; 0: never. */
  readonly flapEveryMs: number;
  /** Duration of a cut, in ms; 0: no cut. */
  readonly flapForMs: number;
  /** How much faster than real time the device's clock runs, in parts per million. */
  readonly clockDriftPpm: number;
  /** How far the device's clock is ahead, in ms. */
  readonly clockSkewMs: number;
  /** Progress at which the next firmware update fails, 0..1; 0: it does not fail. */
  readonly otaFailsAt: number;
}

/** Requested faults: a seed restarts the random sequence. */
export interface FaultRequest {
  readonly faults: LinkFaults;
  readonly seed?: number;
}

/** The largest seed; the smallest is 0. */
export const SEED_MAX = 2 ** 32 - 1;

/** The name of a fault. */
type FaultName = keyof LinkFaults;

interface Bounds {
  readonly min: number;
  readonly max: number;
}

const share: Bounds = { min: 0, max: 1 };
const twoMinutes: Bounds = { min: 0, max: 120_000 };
const oneHour: Bounds = { min: 0, max: 3_600_000 };

/** Bounds of each fault. */
const bounds: Readonly<Record<FaultName, Bounds>> = {
  roundTripMs: twoMinutes,
  jitterMs: twoMinutes,
  reordered: share,
  bytesPerSecond: { min: 0, max: 10_000_000 },
  lostCommands: share,
  lostAnswers: share,
  refusedModeChanges: share,
  tooManyRequests: share,
  serverErrors: share,
  flapEveryMs: oneHour,
  flapForMs: oneHour,
  clockDriftPpm: { min: -1_000, max: 1_000 },
  clockSkewMs: { min: -60_000, max: 60_000 },
  otaFailsAt: share,
};

/** A device without faults. */
export const NO_FAULTS: LinkFaults = {
  roundTripMs: 0,
  jitterMs: 0,
  reordered: 0,
  bytesPerSecond: 0,
  lostCommands: 0,
  lostAnswers: 0,
  refusedModeChanges: 0,
  tooManyRequests: 0,
  serverErrors: 0,
  flapEveryMs: 0,
  flapForMs: 0,
  clockDriftPpm: 0,
  clockSkewMs: 0,
  otaFailsAt: 0,
};

/** The round trip of the vendor's cloud, as others have measured it: 300 to 380 ms. */
export const VENDOR_LATENCY_FAULTS: LinkFaults = { ...NO_FAULTS, roundTripMs: 300, jitterMs: 80 };

/** Reads faults from a request, and a `seed` among them; those left out are 0. Throws a RangeError that names the fault. */
export function parseFaults({ seed, ...fields }: Readonly<Record<string, unknown>>): FaultRequest {
  const faults = { ...NO_FAULTS };
  for (const [name, value] of Object.entries(fields)) {
    if (!isFaultName(name)) throw new RangeError(`${name} is no fault; there are ${Object.keys(bounds).join(', ')}`);
    const { min, max } = bounds[name];
    if (typeof value !== 'number' || !(value >= min && value <= max))
      throw new RangeError(`${name} must be a number from ${min} to ${max}`);
    faults[name] = value;
  }
  if (faults.flapEveryMs > 0 && faults.flapForMs >= faults.flapEveryMs)
    throw new RangeError('flapForMs must be less than flapEveryMs');
  if (seed === undefined) return { faults };
  if (typeof seed !== 'number' || !Number.isInteger(seed) || seed < 0 || seed > SEED_MAX)
    throw new RangeError(`seed must be a whole number from 0 to ${SEED_MAX}`);
  return { faults, seed };
}

const isFaultName = (text: string): text is FaultName => Object.hasOwn(bounds, text);
