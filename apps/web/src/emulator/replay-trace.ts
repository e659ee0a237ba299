import {
  type CallName,
  type DeviceCallName,
  DeviceRefusal,
  endpointOf,
  isDeviceCall,
  readInput,
} from '@tactus/protocol';
import type { TraceEntry, TraceExport, TraceFact } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createVirtualDevice, isFirmwareVersion, type ModelName } from '@tactus/virtual-device';
import { inferCallsOfOtherApps, replayCauseOfEvent } from './replay-actions.ts';
import { createReplayClock } from './replay-clock.ts';
import { callsToReachInitialState, replayInputOf } from './replay-initial-state.ts';

/** The hardware and the firmware of the recorded device, which the replay models. */
export interface ReplayedDeviceBuild {
  /** `hw_model_no` of the device, where it is known. */
  readonly modelNo: number | undefined;
  readonly firmware: string | undefined;
}

/** The result of a replay: the trace of the modelled device, to compare with the recorded one. */
export interface ReplayResult {
  /** The answers and events of the modelled device, as a trace of its own. */
  readonly entries: readonly TraceEntry[];
  /** Calls that the cloud answered (scripts, streams): a device alone cannot answer them. */
  readonly left: readonly CallName[];
}

const MODELS: readonly ModelName[] = ['handy', 'oh', 'handy-1.2', 'handy-2', 'handy-2-pro'];

/**
 * Sends the commands of a recorded trace once more, each at its own moment, to a modelled device, and causes the faults that
 * the recorded one raised. Recorded time passes as fast as it can.
 */
export async function replayTrace(
  trace: TraceExport,
  { modelNo, firmware }: ReplayedDeviceBuild,
): Promise<ReplayResult> {
  const startMs = trace.entries[0]?.atMs ?? trace.exportedAtMs;
  const time = createReplayClock(startMs);
  const entries: TraceEntry[] = [];
  const left = new Set<CallName>();
  const device = createVirtualDevice({
    connectionKey: 'Replay01',
    model: MODELS[modelNo ?? 0] ?? 'handy',
    time,
    random: createRandom(1),
    ...(firmware !== undefined && isFirmwareVersion(firmware) && { firmware }),
  });

  function note(fact: TraceFact): number {
    const seq = entries.length + 1;
    entries.push({ ...fact, seq, atMs: time.now() });
    return seq;
  }

  async function send(call: DeviceCallName, input: unknown): Promise<void> {
    const seq = note({ kind: 'command', call, input });
    const read = readInput(endpointOf(call), input);
    const refuse = (message: string) => note({ kind: 'failure', of: seq, tookMs: 0, code: 'refused', message });
    if (!read.ok) {
      refuse(read.problem);
      return;
    }
    try {
      const result = await device.call(call, read.input as never); // checked by the schema of this very call
      note({ kind: 'answer', of: seq, tookMs: 0, result });
    } catch (error) {
      if (!(error instanceof DeviceRefusal)) throw error;
      refuse(error.message);
    }
  }

  const unhear = device.onEvent(({ name, data }) => note({ kind: 'event', name, data, causedBy: undefined }));
  note({ kind: 'event', name: 'device_status', data: { connected: true, info: device.info() }, causedBy: undefined });
  for (const { call, input } of callsToReachInitialState(trace.entries)) await send(call, input);
  for (const entry of trace.entries) {
    if (entry.kind === 'event') {
      await time.runTo(entry.atMs);
      replayCauseOfEvent(device, entry.name, entry.data);
      const calls = entry.causedBy === undefined ? inferCallsOfOtherApps(entry.name, entry.data) : [];
      for (const { call, input } of calls) await send(call, input);
    } else if (entry.kind === 'command' && endpointOf(entry.call).method === 'PUT') {
      await time.runTo(entry.atMs);
      if (isDeviceCall(entry.call)) await send(entry.call, replayInputOf(entry, trace.entries));
      else left.add(entry.call);
    }
  }
  await time.runTo(trace.exportedAtMs);
  unhear();
  device.close();
  return { entries, left: [...left] };
}
