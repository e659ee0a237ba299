import { type BatteryStatus, type DeviceEvent, decodeEvent } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Battery, createBattery } from './battery.ts';

const MINUTE_MS = 60_000;

function setUp(level01 = 0.8) {
  const time = createFakeTime();
  const events: DeviceEvent[] = [];
  const calls: string[] = [];
  const battery = createBattery({
    time,
    emit: (event) => events.push(event),
    onEmpty: () => calls.push('empty'),
    onPowered: () => calls.push('powered'),
  });
  battery.setLevel(level01);
  events.length = 0;
  calls.length = 0;
  const level = () => battery.status().level;
  const levels = () => events.map(({ data }) => (data as BatteryStatus).level); // a battery emits nothing else
  return { time, battery, events, calls, level, levels };
}

test('a new battery is at 80 %, at rest and without its charger', () => {
  const time = createFakeTime();
  const ignore = () => undefined;
  const battery = createBattery({ time, emit: ignore, onEmpty: ignore, onPowered: ignore });
  expect(battery.status()).toEqual({
    level: 0.8,
    charger_connected: false,
    charging_complete: false,
    usb_voltage: 0,
    battery_voltage: 4.02,
    usb_adc_value: 0,
    battery_adc_value: 2494,
  });
  expect(time.pending()).toBe(0);
});

test.each([0, 0.123456789, 1])('the status at a charge of %f fits the contract', (level01) => {
  const { battery, events } = setUp(level01);
  battery.setCharger(true);
  const [event] = events;
  expect(decodeEvent('battery_changed', JSON.stringify({ data: event?.data }))).toMatchObject({ ...event });
  const { usb_voltage, battery_voltage, usb_adc_value, battery_adc_value } = battery.status();
  expect({ usb_voltage, battery_voltage }).toEqual({
    usb_voltage: 5,
    battery_voltage: expect.closeTo(3.3 + 0.9 * level01, 3),
  });
  for (const adc of [usb_adc_value, battery_adc_value]) {
    expect(adc).toBeGreaterThan(0);
    expect(adc).toBeLessThanOrEqual(4095);
  }
});

describe('without its charger', () => {
  test('a device at rest loses no charge', () => {
    const { time, level, events } = setUp();
    time.advance(10_000 * MINUTE_MS);
    expect(level()).toBe(0.8);
    expect(events).toEqual([]);
  });

  test('full load empties it in 120 minutes, evenly', () => {
    const { time, battery, level } = setUp(1);
    battery.setLoad(1);
    time.advance(30 * MINUTE_MS);
    expect(level()).toBe(0.75);
    time.advance(30 * MINUTE_MS + 36_000);
    expect(level()).toBe(0.495);
    time.advance(60 * MINUTE_MS - 37_000);
    expect(level()).toBeGreaterThan(0);
    time.advance(1_000);
    expect(level()).toBe(0);
  });

  test('a lower load takes less, and a change of load counts from then on', () => {
    const { time, battery, level } = setUp(1);
    battery.setLoad(0.5);
    time.advance(60 * MINUTE_MS);
    expect(level()).toBe(0.75);
    battery.setLoad(1);
    time.advance(30 * MINUTE_MS);
    expect(level()).toBe(0.5);
    battery.setLoad(0);
    time.advance(30 * MINUTE_MS);
    expect(level()).toBe(0.5);
  });

  test('a load above 1 is full load, and below 0 none', () => {
    const { time, battery, level } = setUp(1);
    battery.setLoad(7);
    time.advance(30 * MINUTE_MS);
    expect(level()).toBe(0.75);
    battery.setLoad(-1);
    time.advance(30 * MINUTE_MS);
    expect(level()).toBe(0.75);
  });

  test('every whole percent is reported when it is reached', () => {
    const { time, battery, levels } = setUp(0.795);
    battery.setLoad(1);
    time.advance(36_000 - 1);
    expect(levels()).toEqual([]);
    time.advance(1);
    expect(levels()).toEqual([0.79]);
    time.advance(72_000 - 1);
    expect(levels()).toEqual([0.79]);
    time.advance(1);
    expect(levels()).toEqual([0.79, 0.78]);
  });

  test('changes of load between two percents are not reported', () => {
    const { time, battery, events } = setUp();
    for (let times = 0; times < 60; times += 1) {
      battery.setLoad(times % 2);
      time.advance(1_000);
    }
    expect(events).toEqual([]);
  });
});

describe('with its charger', () => {
  test('plugging in and out is reported, also when nothing else changes', () => {
    const { battery, events } = setUp(0.455);
    battery.setCharger(true);
    battery.setCharger(true);
    battery.setCharger(false);
    battery.setCharger(false);
    expect(events).toMatchObject([
      { name: 'battery_changed', data: { level: 0.455, charger_connected: true, usb_voltage: 5, usb_adc_value: 3102 } },
      { name: 'battery_changed', data: { level: 0.455, charger_connected: false, usb_voltage: 0, usb_adc_value: 0 } },
    ]);
  });

  test('it is full 90 minutes after it was empty, evenly', () => {
    const { time, battery, level } = setUp(0);
    battery.setCharger(true);
    time.advance(45 * MINUTE_MS);
    expect(level()).toBe(0.5);
    time.advance(45 * MINUTE_MS);
    expect(level()).toBe(1);
  });

  test('full load slows the charging and does not reverse it', () => {
    const { time, battery, level } = setUp(0);
    battery.setCharger(true);
    battery.setLoad(1);
    time.advance(36 * MINUTE_MS);
    expect(level()).toBe(0.1);
    time.advance(324 * MINUTE_MS);
    expect(level()).toBe(1);
  });

  test('every whole percent is reported when it is reached, and completeness with the last', () => {
    const { time, battery, events, levels } = setUp(0.975);
    battery.setCharger(true);
    events.length = 0;
    time.advance(27_000 + 54_000 + 54_000 - 1);
    expect(levels()).toEqual([0.98, 0.99]);
    expect(battery.status().charging_complete).toBe(false);
    time.advance(1);
    expect(events.map(({ data }) => data)).toMatchObject([
      { charging_complete: false },
      { charging_complete: false },
      { level: 1, charging_complete: true, battery_voltage: 4.2 },
    ]);
  });

  test('a full battery on its charger stays full under load, sets no timer and reports nothing', () => {
    const { time, battery, events, level } = setUp(1);
    battery.setCharger(true);
    expect(events).toMatchObject([{ data: { charging_complete: true } }]);
    battery.setLoad(1);
    expect(time.pending()).toBe(0);
    time.advance(60 * MINUTE_MS);
    expect(level()).toBe(1);
    expect(events).toHaveLength(1);
  });

  test('a full battery is complete only on its charger', () => {
    const { battery } = setUp(1);
    expect(battery.status().charging_complete).toBe(false);
    battery.setCharger(true);
    expect(battery.status().charging_complete).toBe(true);
    battery.setCharger(false);
    expect(battery.status().charging_complete).toBe(false);
  });
});

describe('a charge that is set', () => {
  test('is reported when it is another whole percent', () => {
    const { battery, levels } = setUp();
    battery.setLevel(0.8);
    battery.setLevel(0.33);
    battery.setLevel(0.33);
    expect(levels()).toEqual([0.33]);
  });

  test('stays within 0..1', () => {
    const { battery, level } = setUp();
    battery.setLevel(1.5);
    expect(level()).toBe(1);
    battery.setLevel(-0.5);
    expect(level()).toBe(0);
  });

  test('is the start for further load', () => {
    const { time, battery, levels } = setUp();
    battery.setLoad(1);
    battery.setLevel(0.07);
    time.advance(72_000);
    expect(levels()).toEqual([0.07, 0.06]);
  });
});

describe('an empty battery', () => {
  test('is reported once, after the event', () => {
    const { time, battery, calls, events } = setUp(0.01);
    battery.setLoad(1);
    time.advance(72_000 - 1);
    expect(calls).toEqual([]);
    time.advance(1);
    expect(calls).toEqual(['empty']);
    expect(events).toMatchObject([{ data: { level: 0, battery_voltage: 3.3 } }]);
    time.advance(60 * MINUTE_MS);
    battery.setLoad(0);
    battery.setLevel(0);
    expect(calls).toEqual(['empty']);
    expect(time.pending()).toBe(0);
  });

  test('is reported when the charge is set to 0', () => {
    const { battery, calls } = setUp();
    battery.setLevel(0);
    expect(calls).toEqual(['empty']);
  });

  test('does not count as empty on the charger, but does if that is removed before any charge has flowed', () => {
    const { battery, calls } = setUp();
    battery.setCharger(true);
    battery.setLevel(0);
    expect(calls).toEqual([]);
    battery.setCharger(false);
    expect(calls).toEqual(['empty']);
  });

  test('has power again once the charger is connected, and may run empty again', () => {
    const { time, battery, calls } = setUp();
    battery.setLevel(0);
    battery.setCharger(true);
    battery.setCharger(true);
    expect(calls).toEqual(['empty', 'powered']);
    time.advance(54_000);
    battery.setCharger(false);
    battery.setLoad(1);
    time.advance(72_000);
    expect(calls).toEqual(['empty', 'powered', 'empty']);
  });

  test('whose charge is set by a test still waits for its charger', () => {
    const { battery, calls } = setUp();
    battery.setLevel(0);
    battery.setLevel(0.5);
    expect(calls).toEqual(['empty']);
    battery.setCharger(true);
    expect(calls).toEqual(['empty', 'powered']);
  });

  test('a charger connected before it is empty does not switch the device on', () => {
    const { battery, calls } = setUp(0.01);
    battery.setCharger(true);
    expect(calls).toEqual([]);
  });

  test('may have its load removed by the listener', () => {
    const time = createFakeTime();
    const shutDown = () => battery.setLoad(0);
    const battery: Battery = createBattery({ time, emit: () => undefined, onEmpty: shutDown, onPowered: shutDown });
    battery.setLoad(1);
    time.advance(96 * MINUTE_MS);
    battery.setCharger(true);
    time.advance(45 * MINUTE_MS);
    expect(battery.status().level).toBe(0.5);
  });
});

test('after closing nothing changes, no timer runs and nothing is reported', () => {
  const { time, battery, events, calls } = setUp(0.5);
  battery.setLoad(1);
  battery.close();
  expect(time.pending()).toBe(0);
  battery.setCharger(true);
  battery.setLevel(0);
  time.advance(600 * MINUTE_MS);
  expect(time.pending()).toBe(0);
  expect([...events, ...calls]).toEqual([]);
});

type Act = (battery: Battery) => void;
const share = fc.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000);
const act: fc.Arbitrary<Act> = fc.oneof(
  share.map(
    (load): Act =>
      (battery) =>
        battery.setLoad(load),
  ),
  fc.boolean().map(
    (connected): Act =>
      (battery) =>
        battery.setCharger(connected),
  ),
  fc.double({ min: -1, max: 2, noNaN: true }).map(
    (level): Act =>
      (battery) =>
        battery.setLevel(level),
  ),
);
const waits = fc.array(fc.integer({ min: 0, max: 30 * MINUTE_MS }), { minLength: 1, maxLength: 8 });
const acts = fc.array(fc.tuple(act, waits), { maxLength: 12 });

test('the charge never leaves 0..1 and does not depend on how often it is read', () => {
  fc.assert(
    fc.property(acts, (plan) => {
      const sampled = setUp();
      const alone = setUp();
      for (const [apply, pauses] of plan) {
        apply(sampled.battery);
        apply(alone.battery);
        for (const waitMs of pauses) {
          sampled.time.advance(waitMs);
          expect(sampled.level()).toBeGreaterThanOrEqual(0);
          expect(sampled.level()).toBeLessThanOrEqual(1);
        }
        alone.time.advance(pauses.reduce((sum, waitMs) => sum + waitMs, 0));
      }
      expect(sampled.battery.status()).toEqual(alone.battery.status());
      expect(sampled.events).toEqual(alone.events);
      expect(sampled.calls).toEqual(alone.calls);
    }),
    { numRuns: 200 },
  );
});

test('no timer runs at rest, at most one otherwise, and no event repeats the one before', () => {
  fc.assert(
    fc.property(acts, (plan) => {
      const { time, battery, events } = setUp();
      for (const [apply, pauses] of plan) {
        apply(battery);
        expect(time.pending()).toBeLessThanOrEqual(1);
        for (const waitMs of pauses) time.advance(waitMs);
      }
      const data = events.map((event) => JSON.stringify(event.data));
      expect(data.filter((text, index) => text === data[index - 1])).toEqual([]);
      battery.setLoad(0);
      time.advance(90 * MINUTE_MS);
      expect(time.pending()).toBe(0);
    }),
    { numRuns: 200 },
  );
});
