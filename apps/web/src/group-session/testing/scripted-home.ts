import { groupView } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import * as z from 'zod/mini';
import { openGroupRoom } from '../group-room.ts';

/** A room on the wire. */
export const WIRE = {
  ...{ session_id: 's1', name: 'Ben', role: 'participant', group: { id: 'g-1', name: 'Evening' }, expires_at: 9 },
  script: null as object | null,
  timeline: { seq: 1, playing: false, position_ms: 0, at: 0, rate: 1, paused_by: null as string | null },
  people: [] as object[],
};
/** The script of the room. */
export const SCRIPT = { rev: 1, name: 'Waves', points: 2, length_ms: 60_000 };

/** A host's request that home has not answered yet. */
interface HostCall {
  readonly path: string;
  readonly body: unknown;
  answer(changes: object): void;
  fail(): void;
}

/** A home whose stream and answers to a host the test sends, and whose clock is that of the test. */
export function openScriptedRoom(inside: object = {}) {
  const time = createFakeTime();
  const requests: string[] = [];
  const reports: unknown[] = [];
  const calls: HostCall[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let script: { rev: number } | undefined = { rev: 1 };
  const view = z.parse(groupView, { ...WIRE, ...inside });

  async function answer(path: string, init: RequestInit): Promise<Response> {
    if (path.startsWith('/servertime')) {
      await time.sleep(5);
      return Response.json({ server_time: Math.floor(time.now()) });
    }
    requests.push(`${init.method ?? 'GET'} ${path}`);
    if (path === '/session/report') reports.push(JSON.parse(String(init.body)));
    if (path === '/session/script')
      return script ? Response.json({ ...script, t: [0, 60_000], x: [0, script.rev] }) : Response.error();
    if (path === '/timeline' || path === '/script')
      return new Promise((resolve, reject) =>
        calls.push({
          ...{ path, body: JSON.parse(String(init.body)), fail: () => reject(new TypeError('Failed to fetch')) },
          answer: (changes) => resolve(Response.json({ ...WIRE, ...inside, ...changes })),
        }),
      );
    if (path !== '/session/events') return new Response(undefined, { status: 204 });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  const room = openGroupRoom({
    ...{ entry: { bearer: 'tgg_1', view }, time, random: createRandom(1) },
    heartbeat: (periodMs, run) => time.every(periodMs, run),
    fetch: (url, init) => answer(url.replace(/^.*\/(groups|v3)/, ''), init),
  });
  const write = (text: string) => stream?.enqueue(new TextEncoder().encode(text));
  return {
    ...{ room, time, requests, reports, calls },
    facts: room.store.getState,
    /** The points that home sends; undefined: it does not answer. */
    setRev(next: number | undefined) {
      script = next === undefined ? undefined : { rev: next };
    },
    async send(changes: object, event = 'group') {
      const data = event === 'group' ? { ...WIRE, ...inside, ...changes } : changes;
      write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      await time.run(10);
    },
    /** Comments, as home sends every second. */
    async hum(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        write(':\n\n');
        await time.run(1_000);
      }
    },
  };
}
