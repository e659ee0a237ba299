import * as z from 'zod/mini';
import { HVP_FREQUENCY_MAX_HZ } from './api-limits.ts';
import { type CallSummaries, getEndpoint, putEndpoint } from './endpoint.ts';
import { fraction } from './scalars.ts';

/** The state of the vibration: amplitude a share, frequency in Hz, position in mm. */
export const hvpState = z.object({
  enabled: z.boolean(),
  amplitude: z.number(),
  frequency: z.number(),
  position: z.number(),
});
export type HvpState = z.output<typeof hvpState>;

/** The vibration calls. Setting the state also starts the vibration. */
export const hvpEndpoints = {
  state: getEndpoint('/hvp/state', { result: hvpState }),
  setState: putEndpoint('/hvp/state', {
    motion: 'starts',
    input: z.object({
      amplitude: fraction,
      frequency: z.int().check(z.gte(0), z.lte(HVP_FREQUENCY_MAX_HZ)),
      position: z.number(),
    }),
    result: hvpState,
  }),
  start: putEndpoint('/hvp/start', { motion: 'starts', result: hvpState }),
  stop: putEndpoint('/hvp/stop', { motion: 'ends', result: hvpState }),
};

/** Events of the vibration. */
export const hvpEvents = { hvp_state_changed: hvpState };

/** One-line summaries of these calls, for the API document. */
export const hvpSummaries: CallSummaries<typeof hvpEndpoints> = {
  state: 'The vibration',
  setState: 'Set amplitude (share), frequency (Hz) and position (mm)',
  start: 'Start at amplitude 0 and frequency 0',
  stop: 'Stop vibrating',
};
