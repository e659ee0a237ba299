import * as z from 'zod/mini';
import { get, ok, put } from './endpoint.ts';
import { wholeMs } from './scalars.ts';

/** The device's clock (api-v3.md 2.8): ms since boot, server minus device, and the round trip, all in ms. */
export const clockInfo = z.object({ time: wholeMs, clock_offset: wholeMs, rtd: wholeMs });
export type ClockInfo = z.output<typeof clockInfo>;

/** `s=true` waits for the measurement, `s=false` leaves it to the event; queries carry booleans as text. */
const wait = z.optional(z.union([z.boolean(), z.stringbool()]));
const statusTexts = { 400: 'Bad request.' };

/** Clocks of device and cloud, and the person's own time offset for scripts (api-v3.md 2.8). */
export const hstpEndpoints = {
  info: get('/hstp/info', { summary: "The device's clock as last measured", result: clockInfo, statusTexts }),
  clocksync: get('/hstp/clocksync', {
    summary: "Measure the device's clock anew",
    answeredBy: 'cloud',
    input: z.object({ s: wait }),
    result: z.union([clockInfo, ok]),
    statusTexts,
  }),
  offset: get('/hstp/offset', {
    summary: "The person's time offset in ms; may be negative",
    result: z.object({ offset: z.number() }),
    statusTexts,
  }),
  setOffset: put('/hstp/offset', {
    summary: "Set the person's time offset in ms",
    input: z.object({ offset: z.number() }),
    result: ok,
    statusTexts,
  }),
};

export const hstpEvents = { device_clock_synchronized: clockInfo };
