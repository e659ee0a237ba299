import * as z from 'zod/mini';

/** The body of a refusal, as it stands under `error`. `code` and `connected` are absent for 401. */
export const wireErrorSchema = z.object({
  code: z.optional(z.number()),
  name: z.optional(z.string()),
  message: z.optional(z.string()),
  connected: z.optional(z.boolean()),
  data: z.optional(z.unknown()),
});
/** The body of a refusal, as it stands under `error`. */
export type WireError = z.output<typeof wireErrorSchema>;
