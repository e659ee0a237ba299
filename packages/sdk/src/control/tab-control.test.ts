import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import type { ControlHoldState } from '../state/control-hold-table.ts';
import { createFakeBrowser } from '../testing/fake-tabs.ts';
import { createTabControl } from './tab-control.ts';

function setUp() {
  const time = createFakeTime();
  const browser = createFakeBrowser();
  function tab() {
    const states: ControlHoldState[] = [];
    const ports = browser.tab();
    const control = createTabControl({ locks: ports.locks, name: 'device', onChange: (state) => states.push(state) });
    return { control, states, die: ports.die };
  }
  return { time, browser, tab };
}

test('the first tab with a command gets control, and does not wait from then on', async () => {
  const { browser, tab } = setUp();
  const { control, states } = tab();
  await control.require();
  expect(control.require()).toBeUndefined();
  expect(states).toEqual(['asking', 'held']);
  expect(browser.held()).toEqual(['device']);
});

test('commands at the same time wait for one request', async () => {
  const { tab } = setUp();
  const { control, states } = tab();
  await Promise.all([control.require(), control.require()]);
  expect(states).toEqual(['asking', 'held']);
});

test('another tab is refused until the first releases control, and is notified of that', async () => {
  const { time, tab } = setUp();
  const [first, second] = [tab(), tab()];
  await first.control.require();
  await expect(second.control.require()).rejects.toMatchObject({ code: 'held-elsewhere' });
  expect(second.states.at(-1)).toBe('elsewhere');
  await expect(second.control.require()).rejects.toMatchObject({ code: 'held-elsewhere' });
  first.control.end();
  await time.settle();
  expect(second.states.at(-1)).toBe('none');
  await second.control.require();
  expect(second.states.at(-1)).toBe('held');
});

test('a tab that dies releases control', async () => {
  const { time, tab } = setUp();
  const [first, second] = [tab(), tab()];
  await first.control.require();
  await second.control.require()?.catch(() => undefined);
  first.die();
  await time.settle();
  await second.control.require();
  expect(second.states.at(-1)).toBe('held');
});

test('a check shows that another tab is in control, without taking it', async () => {
  const { browser, tab } = setUp();
  const [first, second] = [tab(), tab()];
  await second.control.refresh();
  expect(second.states).toEqual([]);
  expect(browser.held()).toEqual([]);
  await first.control.require();
  await second.control.refresh();
  expect(second.states).toEqual(['elsewhere']);
});

test('after a takeover the earlier holder is notified at once, and is refused', async () => {
  const { time, tab } = setUp();
  const [first, second] = [tab(), tab()];
  await first.control.require();
  await second.control.refresh();
  await second.control.takeOver();
  await time.settle();
  expect([first.states.at(-1), second.states.at(-1)]).toEqual(['elsewhere', 'held']);
  await expect(first.control.require()).rejects.toMatchObject({ code: 'held-elsewhere' });
  expect(second.control.require()).toBeUndefined();
});

test('a takeover by the holder changes nothing', async () => {
  const { tab } = setUp();
  const { control, states } = tab();
  await control.takeOver();
  await control.takeOver();
  expect(states).toEqual(['asking', 'held']);
});

test('property: whatever three tabs do, at most one is in control, and the lock is free after all release it', async () => {
  const { time, browser, tab } = setUp();
  const tabs = [tab(), tab(), tab()];
  const actions = ['require', 'takeOver', 'refresh', 'end'] as const;
  const random = createRandom(7);
  for (let turn = 0; turn < 400; turn++) {
    const { control } = random.pick(tabs);
    const done = control[random.pick(actions)]();
    done?.catch(() => undefined);
    if (random.next() < 0.5) continue;
    await time.settle();
    expect(tabs.filter(({ states }) => states.at(-1) === 'held').length).toBeLessThanOrEqual(1);
  }
  for (const { control } of tabs) control.end();
  await time.settle();
  expect(browser.held()).toEqual([]);
});
