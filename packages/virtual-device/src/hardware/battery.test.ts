import { type BatteryStatus, type DeviceEvent, decodeEvent } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Battery, createBattery } from './battery.ts';

const MINUTE_MS = 60_000;

function setUp(level01 = 0.8) {
  const time = createFakeTime();
  const heard: DeviceEvent[] = [];
  const told: string[] = [];
  const battery = createBattery({
    time,
    emit: (event) => heard.push(event),
    onEmpty: () => told.push('empty'),
    onPowered: () => told.push('powered'),
  });
  battery.setLevel(level01);
  heard.length = 0;
  told.length = 0;
  const level = () => battery.status().level;
  const levels = () => heard.map(({ data }) => (data as BatteryStatus).level); // a battery tells of nothing else
  return { time, battery, heard, told, level, levels };
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

test.each([0, 0.123456789, 1])('what it tells at a charge of %f can be read from the wire', (level01) => {
  const { battery, heard } = setUp(level01);
  battery.setCharger(true);
  const [event] = heard;
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
  test('a device at rest loses nothing', () => {
    const { time, level, heard } = setUp();
    time.advance(10_000 * MINUTE_MS);
    expect(level()).toBe(0.8);
    expect(heard).toEqual([]);
  });

  test('full work takes it from full to empty in 120 minutes, evenly', () => {
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

  test('less work takes less, and a change of work counts from then on', () => {
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

  test('work beyond the scale is full work, and below it none', () => {
    const { time, battery, level } = setUp(1);
    battery.setLoad(7);
    time.advance(30 * MINUTE_MS);
    expect(level()).toBe(0.75);
    battery.setLoad(-1);
    time.advance(30 * MINUTE_MS);
    expect(level()).toBe(0.75);
  });

  test('every whole percent is told when it is reached', () => {
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

  test('changes of work between two percents tell nothing', () => {
    const { time, battery, heard } = setUp();
    for (let times = 0; times < 60; times += 1) {
      battery.setLoad(times % 2);
      time.advance(1_000);
    }
    expect(heard).toEqual([]);
  });
});

describe('with its charger', () => {
  test('plugging in and out is told, also when nothing else changes', () => {
    const { battery, heard } = setUp(0.455);
    battery.setCharger(true);
    battery.setCharger(true);
    battery.setCharger(false);
    battery.setCharger(false);
    expect(heard).toMatchObject([
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

  test('full work slows the charging and does not undo it', () => {
    const { time, battery, level } = setUp(0);
    battery.setCharger(true);
    battery.setLoad(1);
    time.advance(36 * MINUTE_MS);
    expect(level()).toBe(0.1);
    time.advance(324 * MINUTE_MS);
    expect(level()).toBe(1);
  });

  test('every whole percent is told when it is reached, and completeness with the last', () => {
    const { time, battery, heard, levels } = setUp(0.975);
    battery.setCharger(true);
    heard.length = 0;
    time.advance(27_000 + 54_000 + 54_000 - 1);
    expect(levels()).toEqual([0.98, 0.99]);
    expect(battery.status().charging_complete).toBe(false);
    time.advance(1);
    expect(heard.map(({ data }) => data)).toMatchObject([
      { charging_complete: false },
      { charging_complete: false },
      { level: 1, charging_complete: true, battery_voltage: 4.2 },
    ]);
  });

  test('a full battery stays full under work, waits for nothing and tells nothing', () => {
    const { time, battery, heard, level } = setUp(1);
    battery.setCharger(true);
    expect(heard).toMatchObject([{ data: { charging_complete: true } }]);
    battery.setLoad(1);
    expect(time.pending()).toBe(0);
    time.advance(60 * MINUTE_MS);
    expect(level()).toBe(1);
    expect(heard).toHaveLength(1);
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
  test('is told when it is another whole percent', () => {
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

  test('is where the work goes on from', () => {
    const { time, battery, levels } = setUp();
    battery.setLoad(1);
    battery.setLevel(0.07);
    time.advance(72_000);
    expect(levels()).toEqual([0.07, 0.06]);
  });
});

describe('an empty battery', () => {
  test('is told once, after the event', () => {
    const { time, battery, told, heard } = setUp(0.01);
    battery.setLoad(1);
    time.advance(72_000 - 1);
    expect(told).toEqual([]);
    time.advance(1);
    expect(told).toEqual(['empty']);
    expect(heard).toMatchObject([{ data: { level: 0, battery_voltage: 3.3 } }]);
    time.advance(60 * MINUTE_MS);
    battery.setLoad(0);
    battery.setLevel(0);
    expect(told).toEqual(['empty']);
    expect(time.pending()).toBe(0);
  });

  test('is told when the charge is set to nothing', () => {
    const { battery, told } = setUp();
    battery.setLevel(0);
    expect(told).toEqual(['empty']);
  });

  test('is none on the charger, and is one when that is pulled out before anything has flowed', () => {
    const { battery, told } = setUp();
    battery.setCharger(true);
    battery.setLevel(0);
    expect(told).toEqual([]);
    battery.setCharger(false);
    expect(told).toEqual(['empty']);
  });

  test('has power again when the charger comes, once, and may run empty again', () => {
    const { time, battery, told } = setUp();
    battery.setLevel(0);
    battery.setCharger(true);
    battery.setCharger(true);
    expect(told).toEqual(['empty', 'powered']);
    time.advance(54_000);
    battery.setCharger(false);
    battery.setLoad(1);
    time.advance(72_000);
    expect(told).toEqual(['empty', 'powered', 'empty']);
  });

  test('that is charged by hand waits for its charger all the same', () => {
    const { battery, told } = setUp();
    battery.setLevel(0);
    battery.setLevel(0.5);
    expect(told).toEqual(['empty']);
    battery.setCharger(true);
    expect(told).toEqual(['empty', 'powered']);
  });

  test('a charger that comes before it is empty powers nothing', () => {
    const { battery, told } = setUp(0.01);
    battery.setCharger(true);
    expect(told).toEqual([]);
  });

  test('may be taken off its load by who hears of it', () => {
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

test('after closing nothing changes, waits or is told', () => {
  const { time, battery, heard, told } = setUp(0.5);
  battery.setLoad(1);
  battery.close();
  expect(time.pending()).toBe(0);
  battery.setCharger(true);
  battery.setLevel(0);
  time.advance(600 * MINUTE_MS);
  expect(time.pending()).toBe(0);
  expect([...heard, ...told]).toEqual([]);
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

test('the charge never leaves 0..1 and does not depend on how often it is asked for', () => {
  fc.assert(
    fc.property(acts, (plan) => {
      const asked = setUp();
      const alone = setUp();
      for (const [apply, pauses] of plan) {
        apply(asked.battery);
        apply(alone.battery);
        for (const waitMs of pauses) {
          asked.time.advance(waitMs);
          expect(asked.level()).toBeGreaterThanOrEqual(0);
          expect(asked.level()).toBeLessThanOrEqual(1);
        }
        alone.time.advance(pauses.reduce((sum, waitMs) => sum + waitMs, 0));
      }
      expect(asked.battery.status()).toEqual(alone.battery.status());
      expect(asked.heard).toEqual(alone.heard);
      expect(asked.told).toEqual(alone.told);
    }),
    { numRuns: 200 },
  );
});

test('nothing is waited for at rest, one thing at most at any time, and no event repeats the one before', () => {
  fc.assert(
    fc.property(acts, (plan) => {
      const { time, battery, heard } = setUp();
      for (const [apply, pauses] of plan) {
        apply(battery);
        expect(time.pending()).toBeLessThanOrEqual(1);
        for (const waitMs of pauses) time.advance(waitMs);
      }
      const data = heard.map((event) => JSON.stringify(event.data));
      expect(data.filter((text, index) => text === data[index - 1])).toEqual([]);
      battery.setLoad(0);
      time.advance(90 * MINUTE_MS);
      expect(time.pending()).toBe(0);
    }),
    { numRuns: 200 },
  );
});
