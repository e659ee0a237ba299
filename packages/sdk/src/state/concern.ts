import type { CallName, EventName, EventPayload, InputOf, ResultOf } from '@tactus/protocol';
import type { ClientCallName } from '../client/client.ts';
import type { DeviceError } from '../errors.ts';
import type { DeviceState } from './device-state.ts';

/** The fields that an event or an answer changes. */
export type Patch = Partial<DeviceState>;

/** What a request changes that is a state by itself, as long as no newer request of its concern was sent. */
export interface RequestSteps<N extends CallName> {
  readonly sent: (state: DeviceState, input: InputOf<N>) => Patch;
  readonly done?: (state: DeviceState) => Patch;
  readonly failed?: (state: DeviceState, error: DeviceError) => Patch;
}

/**
 * One concern of the state (a mode, the stroke, the clock): what it hears and what it makes of answers. Everything is
 * pure; `nowMs` is this machine's wall clock at the moment of hearing.
 */
export interface Concern {
  /** What each event of the stream changes. */
  readonly on: { readonly [N in EventName]?: (state: DeviceState, data: EventPayload<N>, nowMs: number) => Patch };
  /** What the answer to each call changes. `input` is what the call was made with, for answers that are a mere 'ok'. */
  readonly answers: {
    readonly [N in CallName]?: (state: DeviceState, result: ResultOf<N>, nowMs: number, input: InputOf<N>) => Patch;
  };
  /** The requests that are states by themselves (a script being set, an update): sent, then done or failed. */
  readonly requests?: { readonly [N in CallName]?: RequestSteps<N> };
  /** The call that reads this concern anew when an answer came too late to be believed. */
  readonly reread?: ClientCallName;
}
