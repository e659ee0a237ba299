import {
  type CallName,
  endpointOf,
  HampPlayState,
  type HampState,
  type HspState,
  type ModeState,
  type SliderStroke,
} from '@tactus/protocol';
import type { TraceEntry } from '@tactus/sdk';
import type { ReplayedCall } from './replay-actions.ts';

/** The calls that bring a new device to the recorded one's state at the beginning, as far as it was read then. */
export function callsToReachInitialState(entries: readonly TraceEntry[]): readonly ReplayedCall[] {
  const stroke = readFirst<SliderStroke>(entries, 'slider.stroke');
  const mode = readFirst<ModeState>(entries, 'info.mode');
  const hamp = readFirst<HampState>(entries, 'hamp.state');
  const began: ReplayedCall[] = [];
  if (stroke) began.push({ call: 'slider.setStroke', input: { min: stroke.min, max: stroke.max } });
  if (hamp?.play_state === HampPlayState.PLAYING) {
    began.push({ call: 'hamp.start', input: {} }, { call: 'hamp.velocity', input: { velocity: hamp.velocity } });
  } else if (mode) began.push({ call: 'info.setMode', input: { mode: mode.mode } });
  return began;
}

/** The answer of a reading made before the first command that changes the device. */
function readFirst<Result>(entries: readonly TraceEntry[], call: CallName): Result | undefined {
  const called = new Set<number>();
  for (const entry of entries) {
    if (entry.kind === 'command' && endpointOf(entry.call).method === 'PUT') return undefined;
    if (entry.kind === 'command' && entry.call === call) called.add(entry.seq);
    // The answer of this call, decoded when it was recorded.
    if (entry.kind === 'answer' && called.has(entry.of)) return entry.result as Result;
  }
  return undefined;
}

/** The arguments of a call; random values are taken from its answer. */
export function replayInputOf(
  command: Extract<TraceEntry, { kind: 'command' }>,
  entries: readonly TraceEntry[],
): unknown {
  if (command.call !== 'hsp.setup') return command.input;
  const answer = entries.find((entry) => entry.kind === 'answer' && entry.of === command.seq);
  // The answer of `hsp.setup` is the state of the new stream.
  return answer?.kind === 'answer' ? { stream_id: (answer.result as HspState).stream_id } : command.input;
}
