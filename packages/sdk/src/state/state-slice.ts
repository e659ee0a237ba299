import { type CallName, calls, type EventName, type EventPayload, type InputOf, type ResultOf } from '@tactus/protocol';
import type * as z from 'zod/mini';
import type { ClientCallName } from '../client/client.ts';
import type { DeviceError } from '../errors.ts';
import type { DeviceState } from './device-state.ts';

/** The fields that an event or an answer changes. */
export type StatePatch = Partial<DeviceState>;

/** The changes by a request that is a state by itself, as long as no newer request of its slice was sent. */
export interface PendingRequestChanges<N extends CallName> {
  readonly sent: (state: DeviceState, input: InputOf<N>) => StatePatch;
  readonly done?: (state: DeviceState) => StatePatch;
  readonly failed?: (state: DeviceState, error: DeviceError) => StatePatch;
}

/**
 * One slice of the state (a mode, the stroke, the clock): how events and answers change it. Every reducer is pure;
 * `nowMs` is this machine's wall clock when the event or answer arrives.
 */
export interface StateSlice {
  /** The change by each event of the stream. */
  readonly on: { readonly [N in EventName]?: (state: DeviceState, data: EventPayload<N>, nowMs: number) => StatePatch };
  /** The change by the answer to each call. `input` is the call's own, for answers that are only 'ok'. */
  readonly answers: {
    readonly [N in CallName]?: (
      state: DeviceState,
      result: ResultOf<N>,
      nowMs: number,
      input: InputOf<N>,
    ) => StatePatch;
  };
  /** The requests that are states by themselves (a script being set, an update): sent, then done or failed. */
  readonly requests?: { readonly [N in CallName]?: PendingRequestChanges<N> };
  /** The call that reads this slice again when an answer came too late to be applied. */
  readonly reread?: ClientCallName;
}

/** The same reducer for every call that answers with this result, a schema of the contract. */
export function answersWithResult<S extends z.core.$ZodType>(
  result: S,
  reduce: (state: DeviceState, result: z.output<S>) => StatePatch,
): StateSlice['answers'] {
  const answering = calls.filter(({ endpoint }) => endpoint.result === result);
  return Object.fromEntries(answering.map(({ name }) => [name, reduce] as const));
}
