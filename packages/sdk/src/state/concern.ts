import type { CallName, EventName, EventPayload, ResultOf } from '@tactus/protocol';
import type { ClientCallName } from '../client/client.ts';
import type { DeviceState } from './device-state.ts';

/** The fields that an event or an answer changes. */
export type Patch = Partial<DeviceState>;

/**
 * One concern of the state (a mode, the stroke, the clock): what it hears and what it makes of answers. Everything is
 * pure; `nowMs` is this machine's wall clock at the moment of hearing.
 */
export interface Concern {
  /** What each event of the stream changes. */
  readonly on: { readonly [N in EventName]?: (state: DeviceState, data: EventPayload<N>, nowMs: number) => Patch };
  /** What the answer to each call changes. */
  readonly answers: { readonly [N in CallName]?: (state: DeviceState, result: ResultOf<N>, nowMs: number) => Patch };
  /** The call that reads this concern anew when an answer came too late to be believed. */
  readonly reread?: ClientCallName;
}
