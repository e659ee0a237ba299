import type { ResultOf } from '@tactus/protocol';
import type { CallInput, ClientCallName } from './client.ts';

/** Sends a command of a user or program: within the budget, traced, its answer applied to the state. */
export type SendCommand = <N extends ClientCallName>(call: N, input: CallInput<N>) => Promise<ResultOf<N>>;
