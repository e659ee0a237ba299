import * as z from 'zod/mini';
import { HVP_FREQUENCY_MAX_HZ } from './api-limits.ts';
import { type CallSummaries, defineGetEndpoint, definePutEndpoint } from './endpoint.ts';
import { fractionSchema } from './scalars.ts';

/** The state of the vibration: amplitude a share, frequency in Hz, position in mm. */
export const hvpStateSchema = z.object({
  enabled: z.boolean(),
  amplitude: z.number(),
  frequency: z.number(),
  position: z.number(),
});
/** The state of the vibration: amplitude a share, frequency in Hz, position in mm. */
export type HvpState = z.output<typeof hvpStateSchema>;

/** The vibration calls. Setting the state also starts the vibration. */
export const hvpEndpoints = {
  state: defineGetEndpoint('/hvp/state', { result: hvpStateSchema }),
  setState: definePutEndpoint('/hvp/state', {
    motion: 'starts',
    input: z.object({
      amplitude: fractionSchema,
      frequency: z.int().check(z.gte(0), z.lte(HVP_FREQUENCY_MAX_HZ)),
      position: z.number(),
    }),
    result: hvpStateSchema,
  }),
  start: definePutEndpoint('/hvp/start', { motion: 'starts', result: hvpStateSchema }),
  stop: definePutEndpoint('/hvp/stop', { motion: 'ends', result: hvpStateSchema }),
};

/** Events of the vibration. */
export const hvpEvents = { hvp_state_changed: hvpStateSchema };

/** One-line summaries of these calls, for the API document. */
export const hvpSummaries: CallSummaries<typeof hvpEndpoints> = {
  state: 'The vibration',
  setState: 'Set amplitude (share), frequency (Hz) and position (mm)',
  start: 'Start at amplitude 0 and frequency 0',
  stop: 'Stop vibrating',
};
