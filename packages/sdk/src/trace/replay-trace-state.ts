import type { DeviceEvent } from '@tactus/protocol';
import { DeviceError } from '../errors.ts';
import { type DeviceState, initialState } from '../state/device-state.ts';
import { pendingRequestChangesOf, reduceAnswer, reduceEvent } from '../state/reduce.ts';
import type { StatePatch } from '../state/state-slice.ts';
import type { TraceEntry } from './trace.ts';

/**
 * The state of the device after some entries of a trace, oldest first: the same reducers over the same facts. It differs
 * from the app's own state where an answer came too late to be applied, and contains nothing from before the first
 * entry.
 */
export function replayTraceState(entries: readonly TraceEntry[]): DeviceState {
  const commands = new Map<number, Extract<TraceEntry, { kind: 'command' }>>();
  let state = initialState;
  const take = (patch: StatePatch | undefined) => {
    state = { ...state, ...patch };
  };
  for (const entry of entries) {
    if (entry.kind === 'command') {
      commands.set(entry.seq, entry);
      // Name and input were recorded together, here and below.
      take(pendingRequestChangesOf(entry.call)?.steps.sent(state, entry.input as never));
    } else if (entry.kind === 'answer' || entry.kind === 'failure') {
      const command = commands.get(entry.of);
      commands.delete(entry.of);
      if (command) take(ended(state, command, entry));
    } else if (entry.kind === 'event') {
      take(reduceEvent(state, { name: entry.name, data: entry.data } as DeviceEvent, entry.atMs).patch);
    } else if (entry.kind === 'transition') {
      take({ connectionState: entry.to, connecting: entry.to !== 'NOT_CONNECTING' });
    } else if (entry.kind === 'stream') {
      take({ sseConnected: entry.what === 'open' });
    }
  }
  return state;
}

function ended(
  state: DeviceState,
  { call, input }: Extract<TraceEntry, { kind: 'command' }>,
  entry: Extract<TraceEntry, { kind: 'answer' | 'failure' }>,
): StatePatch | undefined {
  const steps = pendingRequestChangesOf(call)?.steps;
  if (entry.kind === 'failure') return steps?.failed?.(state, new DeviceError(entry.code, entry.message));
  const done = steps?.done?.(state);
  const answered = reduceAnswer({ ...state, ...done }, call, {
    result: entry.result as never,
    input: input as never,
    nowMs: entry.atMs,
  });
  return { ...done, ...answered };
}
