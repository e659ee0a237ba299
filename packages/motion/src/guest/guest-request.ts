import type { DeviceCallName } from '@tactus/protocol';
import type { GuestDevice, GuestLimits } from './guest-limits.ts';
import type { GuestMotionState } from './guest-motion-state.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A call that the device gets. */
export interface OutgoingCall {
  readonly name: DeviceCallName;
  readonly input: Fields;
}

/** What becomes of a guest's call: the calls that the device gets, one after the other, and the plan to hand in next. */
export interface GuestAnswer {
  readonly calls: readonly [OutgoingCall, ...OutgoingCall[]];
  /** The call whose answer is the guest's. */
  readonly answer: number;
  readonly plan: GuestMotionState;
}

/** Why a call cannot be held to the limits (docs/sharing.md). */
export interface GuestRefusal {
  readonly refused: 'stream' | 'limits';
}

/** What a guest calls, all that it is judged by. */
export interface GuestRequest {
  readonly name: DeviceCallName;
  /** Checked by the contract, with defaults filled in. */
  readonly input: Fields;
  readonly plan: GuestMotionState;
  readonly limits: GuestLimits;
  readonly device: GuestDevice;
}
