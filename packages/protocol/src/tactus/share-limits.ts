import * as z from 'zod/mini';
import { GUEST_MODES, type GuestMode } from './guest-modes.ts';

const share01 = z.catch(z.number().check(z.gte(0), z.lte(1)), 1);

/** What an owner allows, as in answers (docs/sharing.md, "Limits"): shares 0..1, and minutes. */
export const shareLimitsSchema = z.object({
  speed: share01,
  stroke: z.catch(z.object({ min: z.number(), max: z.number() }), { min: 0, max: 1 }),
  intensity: share01,
  sessionMinutes: z.catch(z.number(), 60),
});
/** What an owner allows: shares 0..1, and minutes. */
export type ShareLimits = z.output<typeof shareLimitsSchema>;

/** The modes of a list that this version knows. */
export const guestModesSchema = z.pipe(
  z.array(z.string()),
  z.transform((names: string[]): readonly GuestMode[] => GUEST_MODES.filter((mode) => names.includes(mode))),
);
