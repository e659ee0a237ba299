import { expect, test } from 'vitest';
import { isStopBegun } from '../commands/stop-begun.ts';
import { setUpDeviceInTab, startMotion } from '../testing/device-in-tab.ts';
import { createFakeBrowser } from '../testing/fake-tabs.ts';

test('what drives the device in the tab that lost control ends at once; to a third tab the takeover is no Stop', async () => {
  const browser = createFakeBrowser();
  const [first, second, third] = [
    await setUpDeviceInTab({ browser }),
    await setUpDeviceInTab({ browser }),
    await setUpDeviceInTab({ browser }),
  ];
  await startMotion(first);
  const before = [first, third].map(({ state }) => state());
  const taken = second.device.hold.takeOver();
  await first.time.settle();
  await second.time.run(2_000);
  await taken;
  expect([first, third].map(({ state }, place) => isStopBegun(state(), before[place] ?? state()))).toEqual([
    true,
    false,
  ]);
  second.device.stop();
  await second.time.settle();
  expect(isStopBegun(third.state(), before[1] ?? third.state())).toBe(true);
});
