import { type CallName, endpointOf, type HspState } from '@tactus/protocol';
import { type ClientCallName, createClient, type TraceEntry, type TraceExport } from '@tactus/sdk';
import type { ProfileName } from '../sdk/cloud-and-device.ts';
import { KEY, type VirtualWorld, virtualWorld } from '../sdk/cloud-in-virtual-time.ts';

/** An event of the stream with its time, ms since the epoch. */
export interface TimedEvent {
  readonly atMs: number;
  readonly name: string;
  readonly data: unknown;
}

/** Events about connections rather than effects of commands. */
const OF_CONNECTIONS = new Set([
  'device_status',
  'device_connected',
  'device_disconnected',
  'device_clock_synchronized',
]);

/** The events of the device in a trace. */
export const eventsOf = (entries: readonly TraceEntry[]): TimedEvent[] =>
  entries.flatMap((entry) =>
    entry.kind === 'event' && !OF_CONNECTIONS.has(entry.name)
      ? [{ atMs: entry.atMs, name: entry.name, data: entry.data }]
      : [],
  );

/**
 * Sends the commands of a recorded trace again, each at its own time, to a virtual device behind a cloud of
 * the same profile, whose clock begins at the trace's start. Resolves with the events of this run.
 */
export async function replay(trace: TraceExport, profile: ProfileName): Promise<TimedEvent[]> {
  const first = trace.entries[0];
  if (!first) return [];
  const world = await virtualWorld({ profile, startMs: first.atMs });
  const listener = world.device();
  await world.settled(listener.connect(KEY));
  const sent = commandsOf(trace);
  const client = createClient({
    baseUrl: 'http://localhost/api/handy-rest/v3',
    apiKey: 'replay',
    connectionKey: KEY,
    fetch: world.fetch,
    time: world.time,
  });
  for (const { atMs, call, input } of sent) {
    await until(world, atMs);
    // Name and input were recorded together. Refusals are part of the replay.
    (client.call as (name: string, input: unknown) => Promise<unknown>)(call, input).catch(() => undefined);
  }
  await until(world, trace.exportedAtMs);
  return eventsOf(listener.trace.export().entries);
}

async function until(world: VirtualWorld, atMs: number): Promise<void> {
  await world.time.run(Math.max(0, atMs - world.time.now()));
}

interface Sent {
  readonly atMs: number;
  readonly call: ClientCallName;
  readonly input: unknown;
}

/** The commands of a trace; values that were random are filled in from their answers. */
function commandsOf({ entries }: TraceExport): Sent[] {
  const answers = new Map(entries.flatMap((entry) => (entry.kind === 'answer' ? [[entry.of, entry.result]] : [])));
  return entries.flatMap((entry): Sent[] => {
    if (entry.kind !== 'command') return [];
    const { atMs, call, input } = entry;
    if (!changesTheDevice(call)) return [];
    if (call !== 'hsp.setup') return [{ atMs, call, input }];
    const { stream_id } = answers.get(entry.seq) as HspState; // the answer to this call
    return [{ atMs, call, input: { stream_id } }];
  });
}

const changesTheDevice = (call: CallName): call is ClientCallName => endpointOf(call).method === 'PUT';
