import * as z from 'zod/mini';

const pattern = z.object({
  id: z.optional(z.int()),
  name: z.optional(z.string()),
  version: z.optional(z.int()),
  slot: z.optional(z.int()),
  type: z.optional(z.int()),
  custom_pattern: z.optional(z.boolean()),
});

/** Repeating patterns: an event and a mode exist, REST calls do not. */
const hrppState = z.object({
  current_pattern_nr: z.optional(z.int()),
  no_of_patterns: z.optional(z.int()),
  enabled: z.optional(z.boolean()),
  amplitude: z.optional(z.number()),
  playback_speed: z.optional(z.number()),
  current_pattern: z.optional(pattern),
});

/** Events of repeating patterns. */
export const hrppEvents = { hrpp_state_changed: hrppState };
