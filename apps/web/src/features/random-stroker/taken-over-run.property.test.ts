import { toDeviceError } from '@tactus/sdk';
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStartInThisTab } from '../../device/session/start-in-this-tab.ts';
import { createTabsOfOneDevice } from '../../device/testing/tabs-of-one-device.ts';
import { defaultSettings } from '../../settings/schema.ts';
import { connectRunToDevice } from './connect-run.ts';
import { toRunRules } from './rules.ts';

const takeovers = fc.record({
  lateMs: fc.oneof(fc.constant(300), fc.integer({ min: 0, max: 1_500 })),
  /** How long the second tab has moved the device when a run in the third takes over. */
  gapMs: fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 4_000 })),
});

const fail = (error: unknown) => {
  throw error;
};
/** The third tab may take over while the second does: that ends the takeover of the second. */
const unlessAborted = (error: unknown) => {
  if (toDeviceError(error).code !== 'aborted') throw error;
};

test('a run in a third tab goes on, however late the events of the motion before it reach the tab', async () => {
  await fc.assert(
    fc.asyncProperty(takeovers, async ({ lateMs, gapMs }) => {
      const time = createFakeTime();
      const tabs = createTabsOfOneDevice(time);
      const [first, second, third] = [await tabs.openTab(0), await tabs.openTab(lateMs), await tabs.openTab(lateMs)];
      const run = connectRunToDevice({
        ...{ device: third, time, heartbeat: time.every, vibrates: false, onError: fail },
        rules: () => toRunRules(defaultSettings().randomClassic),
        onLeft: () => undefined,
        onSlept: () => undefined,
      });
      run.open();
      first.hamp.start().catch(fail);
      await time.run(2_000);
      for (const { device, start, onError } of [
        { device: second, start: () => void second.hamp.start().catch(unlessAborted), onError: unlessAborted },
        { device: third, start: () => run.control.start('seed'), onError: fail },
      ]) {
        while (device.store.getState().control !== 'elsewhere') await time.run(20);
        createStartInThisTab({ device, onTaken: () => undefined, onError }).start(start);
        await time.run(gapMs);
      }
      await time.run(lateMs + 1_500);
      expect(run.control.state.getState().phase).not.toBe('idle');
      expect(tabs.hamp().play_state).toBe(1);
      for (const device of [first, second, third]) device.close();
    }),
    { numRuns: 25 },
  );
});
