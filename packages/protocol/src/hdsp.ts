import * as z from 'zod/mini';
import { type CallSummaries, definePutEndpoint, okResultSchema } from './endpoint.ts';
import { fractionSchema } from './scalars.ts';

/** The progress of the last direct move. */
export const HdspState = { STOPPED: 0, MOVING: 1, POINT_REACHED: 2 } as const;
export type HdspState = (typeof HdspState)[keyof typeof HdspState];

const millimetres = z.number();
const millimetresPerSecond = z.number().check(z.gte(0));
const durationMs = z.number().check(z.gte(0));
const options = {
  stop_on_target: z._default(z.boolean(), false),
  immediate_rsp: z._default(z.boolean(), false),
};
const aliases = { stopOnTarget: 'stop_on_target', immediateResponse: 'immediate_rsp' };

/**
 * Direct moves. `a` is absolute (mm, mm/s), `p` a share 0..1, `t` a duration in ms.
 * `xpvp` carries its speed twice, as `va` and `vp`, because sources disagree about the name; both hold the share.
 */
export const hdspEndpoints = {
  xava: definePutEndpoint('/hdsp/xava', {
    motion: 'starts',
    input: z.object({ xa: millimetres, va: millimetresPerSecond, ...options }),
    result: okResultSchema,
    aliases,
  }),
  xavp: definePutEndpoint('/hdsp/xavp', {
    motion: 'starts',
    input: z.object({ xa: millimetres, vp: fractionSchema, ...options }),
    result: okResultSchema,
    aliases,
  }),
  xpva: definePutEndpoint('/hdsp/xpva', {
    motion: 'starts',
    input: z.object({ xp: fractionSchema, va: millimetresPerSecond, ...options }),
    result: okResultSchema,
    aliases,
  }),
  xpvp: definePutEndpoint('/hdsp/xpvp', {
    motion: 'starts',
    input: z
      .object({ xp: fractionSchema, vp: z.optional(fractionSchema), va: z.optional(fractionSchema), ...options })
      .check(z.refine(({ vp, va }) => vp !== undefined || va !== undefined, 'Give a speed as vp or va')),
    result: okResultSchema,
    aliases,
  }),
  xat: definePutEndpoint('/hdsp/xat', {
    motion: 'starts',
    input: z.object({ xa: millimetres, t: durationMs, ...options }),
    result: okResultSchema,
    aliases,
  }),
  xpt: definePutEndpoint('/hdsp/xpt', {
    motion: 'starts',
    input: z.object({ xp: fractionSchema, t: durationMs, ...options }),
    result: okResultSchema,
    aliases,
  }),
};

/** Events of direct moves. */
export const hdspEvents = { hdsp_state_changed: z.object({ state: z.enum(HdspState) }) };

/** One-line summaries of these calls, for the API document. */
export const hdspSummaries: CallSummaries<typeof hdspEndpoints> = {
  xava: 'Move to a position in mm at a speed in mm/s',
  xavp: 'Move to a position in mm at a share of the top speed',
  xpva: 'Move to a share of the stroke at a speed in mm/s',
  xpvp: 'Move to a share of the stroke at a share of the top speed',
  xat: 'Move to a position in mm within a time in ms',
  xpt: 'Move to a share of the stroke within a time in ms',
};
