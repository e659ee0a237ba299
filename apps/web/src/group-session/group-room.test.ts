import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { openGroupRoom } from './group-room.ts';
import { decodeGroupView } from './group-view.ts';

const WIRE = {
  ...{ session_id: 's1', name: 'Ben', role: 'participant', group: { id: 'g-1', name: 'Evening' }, expires_at: 9 },
  script: null as object | null,
  timeline: { seq: 1, playing: false, position_ms: 0, at: 0, rate: 1, paused_by: null as string | null },
  people: [] as object[],
};
const SCRIPT = { rev: 1, name: 'Waves', points: 2, length_ms: 60_000 };

/** A home whose stream is in the hand of the test, and whose clock is that of the test. */
function build() {
  const time = createFakeTime();
  const asked: string[] = [];
  const reports: unknown[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let rev = 1;
  const view = decodeGroupView(WIRE);
  if (!view) throw new Error('This is a room');
  const room = openGroupRoom({
    ...{ entry: { bearer: 'tgg_1', view }, time, random: createRandom(1) },
    heartbeat: (periodMs, run) => time.every(periodMs, run),
    async fetch(url, init) {
      const path = url.replace(/^.*\/(groups|v3)/, '');
      if (path.startsWith('/servertime')) {
        await time.sleep(5);
        return Response.json({ server_time: Math.floor(time.now()) });
      }
      asked.push(`${init.method ?? 'GET'} ${path}`);
      if (path === '/session/report') reports.push(JSON.parse(String(init.body)));
      if (path === '/session/script') return Response.json({ rev, t: [0, 60_000], x: [0, rev] });
      if (path !== '/session/events') return new Response(undefined, { status: 204 });
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  const write = (text: string) => stream?.enqueue(new TextEncoder().encode(text));
  return {
    ...{ room, time, asked, reports },
    facts: room.store.getState,
    setRev(next: number) {
      rev = next;
    },
    async tell(changes: object, event = 'group') {
      const data = event === 'group' ? { ...WIRE, ...changes } : changes;
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

describe('a room', () => {
  test('has the points of what plays, and those of another script when it comes', async () => {
    const { time, tell, facts, setRev, asked } = build();
    await time.run(10);
    await tell({ script: SCRIPT });
    expect(facts().points?.columns.positions).toEqual(Uint8Array.from([0, 1]));
    await tell({ script: SCRIPT, timeline: { ...WIRE.timeline, seq: 2 } });
    setRev(2);
    await tell({ script: { ...SCRIPT, rev: 2 } });
    expect(facts().points).toMatchObject({ rev: 2 });
    expect(asked.filter((line) => line === 'GET /session/script')).toHaveLength(2);
  });

  test('knows where the timeline is by home’s clock, and takes no older one', async () => {
    const { room, time, tell, facts } = build();
    await time.run(200);
    await room.clock.known();
    const timeline = { ...WIRE.timeline, seq: 5, playing: true, position_ms: 1_000, at: time.now() };
    await tell({ script: SCRIPT, timeline });
    await time.run(2_000);
    expect(Math.abs(room.placeMs() - 3_010)).toBeLessThan(10);
    await tell({ script: SCRIPT, timeline: { ...WIRE.timeline, seq: 4 } });
    expect(facts().view.timeline.seq).toBe(5);
  });

  test('tells home every two seconds how this browser stands, and at once when that changes', async () => {
    const { room, hum, reports } = build();
    await hum(4);
    expect(reports).toEqual(Array(2).fill({ part: 'out', error_ms: null }));
    room.say('in', () => 7);
    expect(reports.at(-1)).toEqual({ part: 'in', error_ms: 7 });
    await hum(2);
    expect(reports).toHaveLength(4);
  });

  test('is lost after four seconds of silence, and there again with the next word', async () => {
    const { time, hum, tell, facts } = build();
    await hum(10);
    expect(facts().state).toBe('inside');
    await time.run(5_100);
    expect(facts().state).toBe('lost');
    await tell({});
    expect(facts().state).toBe('inside');
  });

  test('is over when home says so, and asks nothing any more', async () => {
    const { time, tell, facts, asked } = build();
    await time.run(10);
    await tell({ reason: 'removed' }, 'over');
    expect(facts()).toMatchObject({ state: 'over', over: 'removed' });
    const before = asked.length;
    await time.run(60_000);
    expect(asked).toHaveLength(before);
  });

  test('is left with a goodbye', async () => {
    const { room, time, facts, asked } = build();
    await time.run(10);
    room.leave();
    room.leave();
    expect(facts()).toMatchObject({ state: 'over', over: 'left' });
    expect(asked.filter((line) => line === 'DELETE /session')).toHaveLength(1);
  });
});
