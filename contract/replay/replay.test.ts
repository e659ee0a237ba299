import { readTraceExport } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { virtualWorld } from '../sdk/cloud-in-virtual-time.ts';
import { eventsOf, replay } from './replay.ts';

const POINTS = [
  { t: 0, x: 10 },
  { t: 600, x: 90 },
  { t: 1_200, x: 10 },
];

test.each(profiles)(
  'a recorded session, replayed against the virtual device, raises the same events, profile %s',
  async (profile) => {
    const { time, settled, connected } = await virtualWorld({ profile });
    const device = await connected();
    await settled(device.hamp.start());
    for (const velocity of [0.2, 0.5, 0.9]) {
      await settled(device.hamp.setVelocity(velocity));
      await time.run(430);
    }
    await settled(device.slider.setStroke({ min: 0.25, max: 0.75 }));
    await time.run(1_100);
    await settled(device.stop());
    await settled(device.hdsp.moveTo({ position01: 0.8, durationMs: 400, stopOnTarget: true }));
    await time.run(900);
    await settled(device.hsp.setup());
    await settled(device.hsp.add(POINTS, { tail_point_threshold: 2 }));
    await settled(device.hsp.play({ loop: true }));
    await time.run(5_000);
    await settled(device.hsp.pause());
    await time.run(500);
    await settled(device.stop());
    await time.run(1_000);

    const text = JSON.stringify(device.trace.export());
    expect(text).not.toMatch(/Virtual001|contract-test/);
    const trace = readTraceExport(text);
    expect(trace).toBeDefined();
    if (!trace) return;
    const recorded = eventsOf(trace.entries);
    const names = new Set(recorded.map(({ name }) => name));
    expect([...names]).toEqual(
      expect.arrayContaining([
        'mode_changed',
        'hamp_state_changed',
        'stroke_changed',
        'hdsp_state_changed',
        'hsp_looping',
      ]),
    );
    expect(await replay(trace, profile)).toEqual(recorded);
  },
);

test('an empty trace raises no events', async () => {
  expect(await replay({ format: 'tactus-trace', version: 1, exportedAtMs: 0, entries: [] }, 'tactus')).toEqual([]);
});
