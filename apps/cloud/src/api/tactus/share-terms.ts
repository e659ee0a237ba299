import { GUEST_MODES, type shareCalls, type TactusBody } from '@tactus/protocol';
import type { ShareSettings } from '../../features/shares/share.ts';

const EXPIRES_DEFAULT_MS = 2 * 60 * 60_000;

/** The terms of a share without any in its request; it expires two hours from now. */
export const defaultShareTerms = (nowMs: number): ShareSettings => ({
  name: '',
  uses: null,
  viewers: 4,
  expiresAtMs: nowMs + EXPIRES_DEFAULT_MS,
  limits: { allow: GUEST_MODES, speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 },
});

/** The terms with the changes of a body. */
export function changeShareTerms(
  before: ShareSettings,
  { name, limits, allow, uses, viewers, expiresInMs }: TactusBody<typeof shareCalls.change>,
  nowMs: number,
): ShareSettings {
  return {
    name: name ?? before.name,
    limits: {
      allow: allow ?? before.limits.allow,
      speed: limits?.speed ?? before.limits.speed,
      stroke: limits?.stroke ?? before.limits.stroke,
      intensity: limits?.intensity ?? before.limits.intensity,
      sessionMinutes: limits?.sessionMinutes ?? before.limits.sessionMinutes,
    },
    uses: uses === undefined ? before.uses : uses,
    viewers: viewers ?? before.viewers,
    expiresAtMs: expiresInMs === undefined ? before.expiresAtMs : nowMs + expiresInMs,
  };
}
