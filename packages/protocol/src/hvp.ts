import * as z from 'zod/mini';
import { get, put, type Summaries } from './endpoint.ts';
import { HVP_FREQUENCY_MAX_HZ } from './limits.ts';
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
  state: get('/hvp/state', { result: hvpState }),
  setState: put('/hvp/state', {
    input: z.object({
      amplitude: fraction,
      frequency: z.int().check(z.gte(0), z.lte(HVP_FREQUENCY_MAX_HZ)),
      position: z.number(),
    }),
    result: hvpState,
  }),
  start: put('/hvp/start', { result: hvpState }),
  stop: put('/hvp/stop', { endsMotion: true, result: hvpState }),
};

export const hvpEvents = { hvp_state_changed: hvpState };

/** One-line summaries of these calls, for the API document. */
export const hvpSummaries: Summaries<typeof hvpEndpoints> = {
  state: 'The vibration',
  setState: 'Set amplitude (share), frequency (Hz) and position (mm)',
  start: 'Start at amplitude 0 and frequency 0',
  stop: 'Stop vibrating',
};
