import * as z from 'zod/mini';
import { type CallSummaries, defineGetEndpoint, definePutEndpoint } from './endpoint.ts';
import { fractionSchema } from './scalars.ts';

/** Whether the alternating motion runs. */
export const HampPlayState = { STOPPED: 0, PLAYING: 1 } as const;
export type HampPlayState = (typeof HampPlayState)[keyof typeof HampPlayState];

/** The alternating motion: `velocity` is a share of the model's top speed, `direction` true is up. */
export const hampStateSchema = z.object({
  play_state: z.enum(HampPlayState),
  velocity: fractionSchema,
  direction: z.boolean(),
});
/** The state of the alternating motion: `velocity` is a share of the model's top speed, `direction` true is up. */
export type HampState = z.output<typeof hampStateSchema>;

/** The specification's text for a velocity outside its bounds. */
export const VELOCITY_BOUNDS_TEXT = 'Velocity must be between 0 and 1';

/** NaN and infinite numbers get the text of the bounds; a value that is no number gets its own text. */
const velocity = z
  .number({ error: ({ input }) => (typeof input === 'number' ? VELOCITY_BOUNDS_TEXT : undefined) })
  .check(z.gte(0, VELOCITY_BOUNDS_TEXT), z.lte(1, VELOCITY_BOUNDS_TEXT));

const strokeZone = z
  .object({ min: fractionSchema, max: fractionSchema })
  .check(z.refine(({ min, max }) => min <= max, 'The zone minimum must not be above its maximum'));

/** Alternating motion between the ends of the stroke. */
export const hampEndpoints = {
  state: defineGetEndpoint('/hamp/state', { address: 'device-reference', result: hampStateSchema }),
  start: definePutEndpoint('/hamp/start', { motion: 'starts', address: 'device-reference', result: hampStateSchema }),
  stop: definePutEndpoint('/hamp/stop', { motion: 'ends', address: 'device-reference', result: hampStateSchema }),
  velocity: definePutEndpoint('/hamp/velocity', {
    motion: 'steers',
    address: 'device-reference',
    input: z.object({ velocity }),
    result: hampStateSchema,
  }),
  stroke: definePutEndpoint('/hamp/stroke', {
    motion: 'steers',
    address: 'device-reference',
    input: strokeZone,
    result: hampStateSchema,
    sinceFirmware: '4.0.15',
  }),
};

/** Events of the alternating motion. */
export const hampEvents = { hamp_state_changed: hampStateSchema };

/** One-line summaries of these calls, for the API document. */
export const hampSummaries: CallSummaries<typeof hampEndpoints> = {
  state: 'The alternating motion',
  start: 'Start alternating, at velocity 0 (the slowest motion)',
  stop: 'Stop alternating',
  velocity: "Set the speed as a share of the model's top speed",
  stroke: 'Set the zone of this mode, inside the stroke window',
};
