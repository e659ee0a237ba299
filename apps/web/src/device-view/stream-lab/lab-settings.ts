import type { PointStreamOptions } from '@tactus/sdk';

/** The settings of a stream in the lab. */
export interface StreamLabSettings {
  /** How far ahead is sent, s; `Infinity` fills the device's buffer. */
  readonly leadS: number;
  /** The most points in a request. */
  readonly batch: number;
  /** Per cent of the lead that may be left before it is refilled. */
  readonly thresholdPercent: number;
  readonly rate: number;
  readonly loop: boolean;
  /** The slider moves to the start before playing; else it joins the moving curve. */
  readonly leadIn: boolean;
}

/** The times a person can choose for how far ahead points are sent, s. */
export const LEAD_CHOICES_S = [2, 5, 10, 30, Number.POSITIVE_INFINITY] as const;
/** The range and step of the most points in one request. */
export const BATCH_SIZE_BOUNDS = { min: 10, max: 100, step: 10 } as const;
/** The range and step of the rest of the lead at which it is refilled, per cent. */
export const REFILL_THRESHOLD_BOUNDS = { min: 10, max: 90, step: 10 } as const;
/** Playback rates that a person can choose. */
export const PLAYBACK_RATE_BOUNDS = { min: 0.25, max: 2, step: 0.25 } as const;

/** The settings of the stream lab before a person changes any. */
export const DEFAULT_STREAM_LAB_SETTINGS: StreamLabSettings = {
  leadS: 10,
  batch: 50,
  thresholdPercent: 50,
  rate: 1,
  loop: true,
  leadIn: true,
};

/** The settings as options of the stream: the chosen lead applies, whatever the cloud's default. */
export function toStreamOptions({ leadS, batch, thresholdPercent, rate, loop, leadIn }: StreamLabSettings) {
  return {
    ...(leadS === Number.POSITIVE_INFINITY ? { features: { leases: true } } : { leadMs: leadS * 1_000 }),
    pointsPerRequest: batch,
    refillShare: thresholdPercent / 100,
    rate,
    loop,
    ...(!leadIn && { leadIn: false as const }),
  } satisfies Partial<PointStreamOptions>;
}
