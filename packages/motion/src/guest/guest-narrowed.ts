import { zoneCall } from './guest-call.ts';
import type { GuestDevice, GuestLimits } from './guest-limits.ts';
import type { GuestMotionState } from './guest-motion-state.ts';
import type { OutgoingCall } from './guest-request.ts';

/** What is to be done about what a guest has in motion: nothing, calls that bring it under new limits, or a stop. */
export type Narrowing = { readonly calls: readonly OutgoingCall[]; readonly plan: GuestMotionState } | 'stop';

/**
 * Brings what moves under limits that are others now, or in a stroke window that is another now. Alternating motion and
 * vibration go on under the new ones; anything else that moves is stopped, for it was planned under the old ones. Points in
 * the device are nobody's from then on.
 */
export function guestNarrowed(plan: GuestMotionState, limits: GuestLimits, device: GuestDevice): Narrowing {
  const next: GuestMotionState = { ...plan, stream: undefined };
  if (!plan.moves || plan.mode === undefined) return { calls: [], plan: next };
  if (!limits.allow.includes(plan.mode)) return 'stop';
  if (plan.mode === 'hamp') {
    const velocity = Math.min(plan.velocity, limits.speed);
    const calls: OutgoingCall[] = [{ name: 'hamp.velocity', input: { velocity } }, zoneCall({ plan, limits, device })];
    return { calls, plan: { ...next, velocity, hasZone: true } };
  }
  if (plan.mode === 'hvp' && plan.vibration) {
    const amplitude = Math.min(plan.vibration.amplitude, limits.intensity);
    const vibration = { ...plan.vibration, amplitude };
    return { calls: [{ name: 'hvp.setState', input: vibration }], plan: { ...next, vibration } };
  }
  return plan.mode === 'hvp' ? { calls: [], plan: next } : 'stop';
}
