import { expect, test } from 'vitest';
import { createDeviceStore } from '../state/device-store.ts';
import { createFakeBrowser, type FakeBrowser } from '../testing/fake-tabs.ts';
import { shareStopAndControlWithTabs } from './tabs-of-device.ts';

function tabOf(browser: FakeBrowser, connectionKey: string, apiBase = 'https://cloud.test/v3') {
  const store = createDeviceStore({ now: () => 0, onChange: () => undefined });
  const dispatcher = { readPlayer: () => undefined };
  let controls = 0;
  shareStopAndControlWithTabs({
    ...{ store, dispatcher, apiBase, tabs: browser.tab() },
    isStopPressed: () => true,
    onStop: () => undefined,
    onControl() {
      controls += 1;
    },
  });
  store.patch({ connectionKey });
  return {
    store,
    controlsElsewhere: () => controls,
    press: () => store.patch({ stopPresses: store.get().stopPresses + 1 }),
    received: () => store.get().stopsElsewhere,
  };
}

test('a Stop is counted in every other tab that uses the device in the same cloud, and in no other', async () => {
  const browser = createFakeBrowser();
  const here = tabOf(browser, 'Device0001');
  const there = tabOf(browser, 'Device0001');
  const others = [tabOf(browser, 'Device0002'), tabOf(browser, 'Device0001', 'https://other.test/v3')];
  here.press();
  here.press();
  await Promise.resolve();
  expect([here, there, ...others].map((tab) => tab.received())).toEqual([0, 2, 0, 0]);
});

test('a tab that gets control notifies every other tab of the device once, and no other', async () => {
  const browser = createFakeBrowser();
  const here = tabOf(browser, 'Device0001');
  const tabs = [here, tabOf(browser, 'Device0001'), tabOf(browser, 'Device0001'), tabOf(browser, 'Device0002')];
  for (const control of ['asking', 'held', 'held'] as const) here.store.patch({ control });
  await Promise.resolve();
  expect(tabs.map((tab) => tab.controlsElsewhere())).toEqual([0, 1, 1, 0]);
  expect(tabs.map((tab) => tab.received())).toEqual([0, 0, 0, 0]);
});

test('a tab that has disconnected the device sends and receives nothing', async () => {
  const browser = createFakeBrowser();
  const here = tabOf(browser, 'Device0001');
  const there = tabOf(browser, 'Device0001');
  here.store.patch({ connectionKey: undefined });
  here.press();
  there.press();
  await Promise.resolve();
  expect([here.received(), there.received()]).toEqual([0, 0]);
});

test('no name of a channel contains the key', () => {
  const browser = createFakeBrowser();
  tabOf(browser, 'Device0001');
  expect([...browser.names].some((name) => name.includes('Device0001'))).toBe(false);
});
