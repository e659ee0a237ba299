import { ButtonEvent, type ButtonPress, DeviceButton } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createButtons } from './buttons.ts';

const { LONG_PRESS_START, LONG_PRESS_STEP, LONG_PRESS_END, SHORT_PRESS } = ButtonEvent;

function setUp() {
  const time = createFakeTime();
  const delivered: (ButtonPress & { atMs: number })[] = [];
  const buttons = createButtons({ time, deliver: (press) => delivered.push({ ...press, atMs: time.monotonic() }) });
  const eventsOf = (button: DeviceButton) =>
    delivered.filter((press) => press.button === button).map(({ event, atMs }) => [event, atMs]);
  return { time, buttons, delivered, eventsOf };
}

test.each(Object.entries(ButtonEvent))('a press is delivered at once, unchanged: %s', (_, event) => {
  const { time, buttons, eventsOf } = setUp();
  buttons.press(DeviceButton.WIFI, event);
  expect(eventsOf(DeviceButton.WIFI)).toEqual([[event, 0]]);
  expect(time.pending()).toBe(0);
});

describe('a button that is held', () => {
  test('emits its start, a step every half second and its end', () => {
    const { time, buttons, eventsOf } = setUp();
    buttons.hold(DeviceButton.UP, 1_700);
    time.advance(10_000);
    expect(eventsOf(DeviceButton.UP)).toEqual([
      [LONG_PRESS_START, 0],
      [LONG_PRESS_STEP, 500],
      [LONG_PRESS_STEP, 1_000],
      [LONG_PRESS_STEP, 1_500],
      [LONG_PRESS_END, 1_700],
    ]);
  });

  test('is released at the time of its end event', () => {
    const { time, buttons, eventsOf } = setUp();
    buttons.hold(DeviceButton.UP, 1_000);
    time.advance(10_000);
    expect(eventsOf(DeviceButton.UP)).toEqual([
      [LONG_PRESS_START, 0],
      [LONG_PRESS_STEP, 500],
      [LONG_PRESS_END, 1_000],
    ]);
  });

  test.each([0, 499])('for %i ms has no step', (durationMs) => {
    const { time, buttons, eventsOf } = setUp();
    buttons.hold(DeviceButton.DOWN, durationMs);
    time.advance(10_000);
    expect(eventsOf(DeviceButton.DOWN)).toEqual([
      [LONG_PRESS_START, 0],
      [LONG_PRESS_END, durationMs],
    ]);
  });

  test('is released before it is pressed', () => {
    const { time, buttons, eventsOf } = setUp();
    buttons.hold(DeviceButton.LEFT, 5_000);
    time.advance(600);
    buttons.press(DeviceButton.LEFT, SHORT_PRESS);
    time.advance(10_000);
    expect(eventsOf(DeviceButton.LEFT)).toEqual([
      [LONG_PRESS_START, 0],
      [LONG_PRESS_STEP, 500],
      [LONG_PRESS_END, 600],
      [SHORT_PRESS, 600],
    ]);
  });

  test('is released before it is held again, and its steps count from then', () => {
    const { time, buttons, eventsOf } = setUp();
    buttons.hold(DeviceButton.LEFT, 5_000);
    time.advance(300);
    buttons.hold(DeviceButton.LEFT, 700);
    time.advance(10_000);
    expect(eventsOf(DeviceButton.LEFT)).toEqual([
      [LONG_PRESS_START, 0],
      [LONG_PRESS_END, 300],
      [LONG_PRESS_START, 300],
      [LONG_PRESS_STEP, 800],
      [LONG_PRESS_END, 1_000],
    ]);
  });

  test('is not affected by another button', () => {
    const { time, buttons, eventsOf } = setUp();
    buttons.hold(DeviceButton.LEFT, 800);
    buttons.hold(DeviceButton.RIGHT, 300);
    buttons.press(DeviceButton.POWER, SHORT_PRESS);
    time.advance(10_000);
    expect(eventsOf(DeviceButton.LEFT)).toEqual([
      [LONG_PRESS_START, 0],
      [LONG_PRESS_STEP, 500],
      [LONG_PRESS_END, 800],
    ]);
    expect(eventsOf(DeviceButton.RIGHT)).toEqual([
      [LONG_PRESS_START, 0],
      [LONG_PRESS_END, 300],
    ]);
  });
});

test('after closing nothing is delivered', () => {
  const { time, buttons, delivered } = setUp();
  buttons.hold(DeviceButton.LEFT, 5_000);
  buttons.hold(DeviceButton.RIGHT, 200);
  buttons.close();
  expect(time.pending()).toBe(0);
  buttons.press(DeviceButton.LEFT, SHORT_PRESS);
  buttons.hold(DeviceButton.UP, 100);
  time.advance(10_000);
  expect(delivered.map(({ event }) => event)).toEqual([LONG_PRESS_START, LONG_PRESS_START]);
  expect(time.pending()).toBe(0);
});

test('in any order of presses, every start has its end, and only held buttons have a timer', () => {
  const button = fc.constantFrom(DeviceButton.UP, DeviceButton.DOWN);
  const act = fc.tuple(button, fc.option(fc.integer({ min: 0, max: 3_000 })), fc.integer({ min: 0, max: 2_000 }));
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      const { time, buttons, delivered } = setUp();
      for (const [used, durationMs, waitMs] of acts) {
        if (durationMs === null) buttons.press(used, SHORT_PRESS);
        else buttons.hold(used, durationMs);
        expect(time.pending()).toBeLessThanOrEqual(2);
        time.advance(waitMs);
      }
      time.advance(3_000);
      expect(time.pending()).toBe(0);
      for (const used of [DeviceButton.UP, DeviceButton.DOWN]) {
        const events = delivered.filter((press) => press.button === used).map(({ event }) => event);
        expect(events.join('')).toMatch(/^(2|34*5)*$/);
      }
    }),
    { numRuns: 200 },
  );
});
