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

/** What brings a new device to where the recorded one was when the recording began, as far as that was read then. */
export function beginningOf(entries: readonly TraceEntry[]): readonly ReplayedCall[] {
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

/** What a reading answered, where it was made before the first command that changes the device. */
function readFirst<Result>(entries: readonly TraceEntry[], call: CallName): Result | undefined {
  const called = new Set<number>();
  for (const entry of entries) {
    if (entry.kind === 'command' && endpointOf(entry.call).method === 'PUT') return undefined;
    if (entry.kind === 'command' && entry.call === call) called.add(entry.seq);
    // What this very call answered, as it was decoded when it was recorded.
    if (entry.kind === 'answer' && called.has(entry.of)) return entry.result as Result;
  }
  return undefined;
}

/** What a call was made with; what chance filled in is put in from its answer. */
export function inputOf(command: Extract<TraceEntry, { kind: 'command' }>, entries: readonly TraceEntry[]): unknown {
  if (command.call !== 'hsp.setup') return command.input;
  const answer = entries.find((entry) => entry.kind === 'answer' && entry.of === command.seq);
  // What `hsp.setup` answers is the state of the stream that it made.
  return answer?.kind === 'answer' ? { stream_id: (answer.result as HspState).stream_id } : command.input;
}
