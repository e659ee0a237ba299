import { mapGuestZone } from './guest-call.ts';
import type { DeviceAtGuestCall, GuestLimits } from './guest-limits.ts';
import type { GuestMotionState } from './guest-motion-state.ts';
import type { OutgoingCall } from './guest-request.ts';

/** How a guest's motion has to change: not at all, by calls that bring it under new limits, or by a stop. */
export type MotionAdjustment = { readonly calls: readonly OutgoingCall[]; readonly plan: GuestMotionState } | 'stop';

/**
 * Applies changed limits, or a changed stroke window, to a guest's motion. Alternating motion and vibration go on under
 * the new ones; any other motion is stopped, because it was planned under the old ones. Points in the device then count
 * as no one's.
 */
export function applyNarrowerLimits(
  plan: GuestMotionState,
  limits: GuestLimits,
  device: DeviceAtGuestCall,
): MotionAdjustment {
  const next: GuestMotionState = { ...plan, stream: undefined };
  if (!plan.moves || plan.mode === undefined) return { calls: [], plan: next };
  if (!limits.allow.includes(plan.mode)) return 'stop';
  if (plan.mode === 'hamp') {
    const velocity = Math.min(plan.velocity, limits.speed);
    const calls: OutgoingCall[] = [
      { name: 'hamp.velocity', input: { velocity } },
      mapGuestZone({ plan, limits, device }),
    ];
    return { calls, plan: { ...next, velocity, hasZone: true } };
  }
  if (plan.mode === 'hvp' && plan.vibration) {
    const amplitude = Math.min(plan.vibration.amplitude, limits.intensity);
    const vibration = { ...plan.vibration, amplitude };
    return { calls: [{ name: 'hvp.setState', input: vibration }], plan: { ...next, vibration } };
  }
  return plan.mode === 'hvp' ? { calls: [], plan: next } : 'stop';
}
