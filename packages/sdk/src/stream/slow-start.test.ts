/** A stream that continues after a rest begins slowly, where the person has set a slow start. */
import { expect, test } from 'vitest';
import { streamingDevice } from './testing/streaming-device.ts';

const points = Array.from({ length: 400 }, (_, index) => ({ t: index * 500, x: index % 2 === 0 ? 20 : 80 }));

interface Play {
  readonly add?: { readonly points: readonly { readonly t: number; readonly x: number }[]; readonly flush: boolean };
}

/** A stream with a slow start that has played for ten seconds, is paused, and resumed after a rest; returns its last play. */
async function resumedAfter(restMs: number, { rampMs = 5_000, pausedAtDevice = false } = {}) {
  const { stream, time, cloud, device, change, phase } = await streamingDevice({ source: { points } });
  device.limits.set({ rampMs });
  void stream.play();
  // Then the course is in the middle, where the slider of a scripted device stands.
  await time.run(9_810);
  const atMs = Math.round(stream.positionMs());
  if (pausedAtDevice) cloud.stream.send('hsp_state_changed', change({ play_state: 3, current_time: atMs }));
  else {
    change({ current_time: atMs });
    void stream.pause();
  }
  await time.run(restMs);
  expect(phase()).toBe('paused');
  void stream.resume();
  await time.run(500);
  expect(phase()).toBe('playing');
  return cloud.requests.findLast(({ path }) => path === '/hsp/play')?.body as Play; // our own client's call
}

test.each([
  ['a pause', false],
  ['a pause at the device', true],
])(
  'after a minute of rest by %s it sends its points anew, and their speed rises from nothing',
  async (_, pausedAtDevice) => {
    const { add } = await resumedAfter(60_000, { pausedAtDevice });
    const sent = add?.points ?? [];
    expect([add?.flush, sent.length > 10]).toEqual([true, true]);
    const speeds = sent
      .slice(1)
      .map(({ t, x }, index) => Math.abs(x - (sent[index]?.x ?? x)) / (t - (sent[index]?.t ?? 0)));
    const full = 60 / 500;
    expect(Math.max(...speeds.slice(0, 2))).toBeLessThan(full / 2);
    expect(Math.max(...speeds)).toBeGreaterThan(full * 0.9);
  },
);

test.each([
  ['after a rest of less than two seconds', 1_500, 5_000],
  ['without a slow start', 60_000, 0],
])('%s it continues with the points in the device', async (_, restMs, rampMs) => {
  expect((await resumedAfter(restMs, { rampMs })).add).toBeUndefined();
});
