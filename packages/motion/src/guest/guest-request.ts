import type { DeviceCallName } from '@tactus/protocol';
import type { DeviceAtGuestCall, GuestLimits } from './guest-limits.ts';
import type { GuestMotionState } from './guest-motion-state.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A call for the device. */
export interface OutgoingCall {
  readonly name: DeviceCallName;
  readonly input: Fields;
}

/** The answer to a guest's call: the calls for the device, in order, and the plan to pass with the next call. */
export interface GuestCallOutcome {
  readonly calls: readonly [OutgoingCall, ...OutgoingCall[]];
  /** The index of the call whose answer goes to the guest. */
  readonly answer: number;
  readonly plan: GuestMotionState;
}

/** Why a call cannot be held to the limits (docs/sharing.md). */
export interface GuestRefusal {
  readonly refused: 'stream' | 'limits';
}

/** A guest's call with everything that decides about it. */
export interface GuestCallContext {
  readonly name: DeviceCallName;
  /** Validated against the contract, with defaults filled in. */
  readonly input: Fields;
  readonly plan: GuestMotionState;
  readonly limits: GuestLimits;
  readonly device: DeviceAtGuestCall;
}
