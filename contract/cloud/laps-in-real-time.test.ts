/** Laps are reported in real time, too: a system timer fires later than it was set for, or a moment earlier. */
import { describe, expect, test } from 'vitest';
import { openEvents } from './event-reader.ts';
import { type RunningCloud, startCloud } from './running-cloud.ts';

const LAP_MS = 500;
const POINTS = [
  { t: 0, x: 45 },
  { t: 250, x: 55 },
  { t: LAP_MS, x: 45 },
];
const SCRIPT = { actions: POINTS.map(({ t, x }) => ({ at: t, pos: x })) };

async function put({ ask }: RunningCloud, path: string, body: object): Promise<void> {
  const { status, text } = await ask(`PUT ${path}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect({ status, text }).toMatchObject({ status: 200, text: expect.not.stringContaining('"error"') });
}

const WAYS: readonly (readonly [string, (cloud: RunningCloud) => Promise<void>])[] = [
  [
    'points of a client',
    async (cloud) => {
      await put(cloud, '/hsp/setup', {});
      await put(cloud, '/hsp/add', { points: POINTS, flush: false, tail_point_stream_index: POINTS.length });
      await put(cloud, '/hsp/play', { start_time: 0, server_time: Date.now(), loop: true });
    },
  ],
  [
    'a script of the cloud that fits into the device',
    async (cloud) => {
      await put(cloud, '/hssp/setup', { ...SCRIPT, notify: true });
      await put(cloud, '/hssp/play', { start_time: 0, server_time: Date.now(), loop: true });
    },
  ],
  [
    'a script of the cloud that is sent lap by lap',
    async (cloud) => {
      await put(cloud, '/hssp/setup', { ...SCRIPT, notify: true });
      // So far before its first lap no device can store the whole script.
      await put(cloud, '/hssp/play', { start_time: 5 * LAP_MS, server_time: Date.now(), loop: true });
    },
  ],
];

describe('in real time', () => {
  test.each(WAYS)('every lap of %s is reported by hsp_looping, at most twice a second', async (_, play) => {
    const cloud = await startCloud();
    const stream = await openEvents(cloud.port, '?ck=DemoHandy1&apikey=x');
    await play(cloud);
    const startedMs = performance.now();
    const laps = 4;
    for (let lap = 0; lap < laps; lap += 1) {
      const frames = await stream.until('hsp_looping');
      expect(frames.at(-1)?.data).toMatchObject({ data: { play_state: 1, loop: true } });
    }
    const perLapMs = (performance.now() - startedMs) / laps;
    expect(perLapMs).toBeGreaterThan(LAP_MS * 0.8);
    // If only every other lap were reported, the mean would be twice as long; a busy machine is a little late.
    expect(perLapMs).toBeLessThan(LAP_MS * 1.7);
  });
});
