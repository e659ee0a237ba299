import * as z from 'zod/mini';
import { type CallSummaries, defineGetEndpoint, definePutEndpoint, okResultSchema } from './endpoint.ts';
import { wholeMsSchema } from './scalars.ts';

/** The device's clock: ms since boot, server minus device, and the round trip, all in ms. */
export const clockInfoSchema = z.object({ time: wholeMsSchema, clock_offset: wholeMsSchema, rtd: wholeMsSchema });
/** The device's clock: ms since boot, server minus device, and the round trip, all in ms. */
export type ClockInfo = z.output<typeof clockInfoSchema>;

/** `s=true` waits for the measurement, `s=false` leaves it to the event; queries carry booleans as text. */
const wait = z.optional(z.union([z.boolean(), z.stringbool()]));
/** As wide as the times of a stream, which it shifts (`int32`); may be a fraction. */
const timeOffset = z.number().check(z.gte(-(2 ** 31)), z.lte(2 ** 31 - 1));
const statusTexts = { 400: 'Bad request.' };

/** Clocks of device and cloud, and the user's own time offset for scripts. */
export const hstpEndpoints = {
  info: defineGetEndpoint('/hstp/info', { result: clockInfoSchema, statusTexts }),
  clocksync: defineGetEndpoint('/hstp/clocksync', {
    motion: 'steers',
    answeredBy: 'cloud',
    input: z.object({ s: wait }),
    result: z.union([clockInfoSchema, okResultSchema]),
    statusTexts,
  }),
  offset: defineGetEndpoint('/hstp/offset', {
    result: z.object({ offset: z.number() }),
    statusTexts,
  }),
  setOffset: definePutEndpoint('/hstp/offset', {
    motion: 'steers',
    input: z.object({ offset: timeOffset }),
    result: okResultSchema,
    statusTexts,
  }),
};

/** Events about the device's clock. */
export const hstpEvents = { device_clock_synchronized: clockInfoSchema };

/** One-line summaries of these calls, for the API document. */
export const hstpSummaries: CallSummaries<typeof hstpEndpoints> = {
  info: "The device's clock as last measured",
  clocksync: "Measure the device's clock anew",
  offset: "The user's time offset in ms; may be negative",
  setOffset: "Set the user's time offset in ms",
};
