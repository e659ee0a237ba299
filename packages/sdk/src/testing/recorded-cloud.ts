import { endpointOf } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { Fetch } from '../client/client.ts';
import type { TraceExport } from '../trace/export.ts';
import type { TraceEntry, TraceFact } from '../trace/trace.ts';
import { createScriptedCloud, type Recorded, refusal } from './scripted-cloud.ts';

/** The transport of a recorded session: sends the recorded answers and events, each at its own time. */
export interface RecordedCloud {
  readonly fetch: Fetch;
  /** Recorded calls that have not been made yet, in their order: empty when all of it was played. */
  remaining(): readonly string[];
  /** Requests for which the recording has no answer (any more): method and path. They were answered 404. */
  readonly unexpected: readonly string[];
  /** Ends its timers. */
  close(): void;
}

interface Answered {
  readonly line: string;
  readonly call: string;
  /** The answer or the failure; `undefined` if the recording ended before it. */
  readonly reply: Extract<TraceFact, { kind: 'answer' | 'failure' }> | undefined;
}

/**
 * Plays a recorded session (`device.trace.export()`, `readTraceExport`) as a cloud. The n-th call of a kind gets the
 * answer of the recorded n-th call of that kind, after as many ms; the events come as long after the opening of the
 * event stream as in the recording; the clock of the cloud has the recorded offset. Pass its `fetch` and the same `time`
 * to `createDevice`.
 */
export function createRecordedCloud(options: {
  readonly trace: TraceExport;
  readonly time: Time;
  /** The key to connect with: the recording does not contain it. */
  readonly connectionKey: string;
}): RecordedCloud {
  const { trace, time, connectionKey } = options;
  const waiting = readCalls(trace.entries);
  const cloud = createScriptedCloud(connectionKey);
  const unexpected: string[] = [];
  const timers: Undo[] = [];

  function sendEvents(): void {
    const openedAtMs = trace.entries.find((entry) => entry.kind === 'stream' && entry.what === 'open')?.atMs;
    const first = openedAtMs ?? trace.entries[0]?.atMs ?? 0;
    for (const entry of trace.entries) {
      if (entry.kind !== 'event') continue;
      const { name, data } = entry;
      timers.push(time.after(Math.max(0, entry.atMs - first), () => cloud.stream.send(name, data)));
    }
  }

  async function answer(line: string): Promise<unknown> {
    const place = waiting.findIndex((call) => call.line === line);
    const [found] = place < 0 ? [] : waiting.splice(place, 1);
    if (!found?.reply) {
      unexpected.push(line);
      return undefined;
    }
    await time.sleep(found.reply.tookMs);
    return found.reply.kind === 'answer' ? { result: found.reply.result } : refusal(100_000, found.reply.message);
  }

  const lines = new Set(waiting.map(({ line }) => line));
  for (const line of lines) cloud.on(line, () => answer(line));
  const clock = lastClockSample(trace.entries);
  cloud.on('GET /servertime', async () => {
    await time.sleep(clock.rtdMs);
    return { server_time: Math.round(time.now() - clock.rtdMs / 2 + clock.offsetMs) };
  });

  return {
    async fetch(url, init) {
      const opened = cloud.stream.opened();
      const known = cloud.requests.length;
      const response = await cloud.fetch(url, init);
      // Events begin with the first stream: later events of the recording come later here.
      if (cloud.stream.opened() > opened && opened === 0) sendEvents();
      noteStranger(cloud.requests[known], response, lines, unexpected);
      return response;
    },
    remaining: () => waiting.map(({ call }) => call),
    unexpected,
    close() {
      for (const undo of timers) undo();
    },
  };
}

function noteStranger(
  request: Recorded | undefined,
  { status }: Response,
  lines: ReadonlySet<string>,
  unexpected: string[],
): void {
  if (request && status === 404 && !lines.has(request.line)) unexpected.push(request.line);
}

/** Calls with their answers, in the order in which they were sent. */
function readCalls(entries: readonly TraceEntry[]): Answered[] {
  const replies = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'answer' || entry.kind === 'failure' ? [[entry.of, entry] as const] : [],
    ),
  );
  return entries.flatMap((entry) => {
    if (entry.kind !== 'command') return [];
    const { method, path } = endpointOf(entry.call);
    return [{ line: `${method} ${path}`, call: entry.call, reply: replies.get(entry.seq) }];
  });
}

function lastClockSample(entries: readonly TraceEntry[]): { rtdMs: number; offsetMs: number } {
  const sample = entries.findLast((entry) => entry.kind === 'clock-sample');
  return sample ?? { rtdMs: 0, offsetMs: 0 };
}
