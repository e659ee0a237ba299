import { type Device, toDeviceError } from '@tactus/sdk';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStartInThisTab } from '../../device/session/start-in-this-tab.ts';
import { createTabsOfOneDevice } from '../../device/testing/tabs-of-one-device.ts';
import { buildDeviceSpeedControl } from './device-speed-control.ts';

const RAMP_MS = 1_000;

/** A page with the speed of a device, and its Start. */
function openPage(device: Device, time: FakeTime) {
  const onError = (error: unknown) => {
    if (toDeviceError(error).code !== 'held-elsewhere') throw error;
  };
  const { control } = buildDeviceSpeedControl({ device, time, onError, onAbandoned: () => undefined });
  const { start } = createStartInThisTab({ device, onTaken: () => undefined, onError });
  control.open();
  return { control, start: () => start(() => void control.start(RAMP_MS)) };
}

const gap = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 3_000 }));
const takeovers = fc.record({
  lateMs: fc.oneof(fc.constant(300), fc.integer({ min: 0, max: 1_500 })),
  /** The speeds that the first tab sets, and the one that is set in the second without control. */
  before: fc.array(fc.record({ percent: fc.integer({ min: 1, max: 100 }), gapMs: gap }), { maxLength: 4 }),
  chosen: fc.integer({ min: 1, max: 100 }),
  /** How long the first tab has moved the device when the speed is set: the second may not know of it yet. */
  movedMs: fc.oneof(fc.integer({ min: 40, max: 600 }), fc.constant(4_000)),
  gapMs: gap,
});

test('a speed set in a tab without control is the speed of its start, however late events reach it', async () => {
  await fc.assert(
    fc.asyncProperty(takeovers, async ({ lateMs, before, chosen, movedMs, gapMs }) => {
      const time = createFakeTime();
      const tabs = createTabsOfOneDevice(time);
      const first = await tabs.openTab(0);
      const second = await tabs.openTab(lateMs);
      const [one, other] = [openPage(first, time), openPage(second, time)];
      one.start();
      await time.run(movedMs);
      for (const { percent, gapMs: pauseMs } of before) {
        one.control.set(percent, 0);
        await time.run(pauseMs);
      }
      other.control.set(chosen, 0);
      await time.run(gapMs);
      // The person sees the button that starts in this tab.
      while (second.store.getState().control !== 'elsewhere') await time.run(20);
      other.start();
      await time.run(RAMP_MS + lateMs + 4_000);
      expect(tabs.hamp()).toMatchObject({ play_state: 1, velocity: chosen / 100 });
      expect(other.control.state.getState()).toMatchObject({ wantedPercent: chosen, leading: false });
      first.close();
      second.close();
    }),
    { numRuns: 25 },
  );
});
