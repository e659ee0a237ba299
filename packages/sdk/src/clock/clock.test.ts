import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClient } from '../client/client.ts';
import { type ClockSample, estimateClock, isClockSyncValid } from '../state/estimate.ts';
import { createScriptedCloud, SCRIPTED_BASE } from '../testing/scripted-cloud.ts';
import { measureCloudClock } from './measure.ts';
import { scheduleClockResync } from './schedule-clock-resync.ts';

const sample = (rtdMs: number, offsetMs: number): ClockSample => ({
  rtdMs,
  receivedAtMs: 1_000_000,
  serverTimeMs: 1_000_000 + offsetMs - rtdMs / 2,
});

describe('the estimate', () => {
  test('drops the three slowest of ten samples, and averages and rounds the rest', () => {
    const samples = [
      ...[10, 11, 12, 13, 14, 15, 16].map((rtd) => sample(rtd, 100.4)),
      ...[900, 800, 700].map((rtd) => sample(rtd, 5_000)),
    ];
    expect(estimateClock(samples)).toEqual({ clockOffset: 100, rtd: 13 });
    expect(estimateClock(samples.toReversed())).toEqual({ clockOffset: 100, rtd: 13 });
    expect(estimateClock([sample(20, 100.6)]).clockOffset).toBe(101);
  });

  test('drops none of one or two samples', () => {
    expect(estimateClock([sample(20, 7)])).toEqual({ clockOffset: 7, rtd: 20 });
    expect(estimateClock([sample(20, 6), sample(40, 8)])).toEqual({ clockOffset: 7, rtd: 30 });
  });

  test('has its round trip rounded as well', () => {
    expect(estimateClock([sample(20, 7), sample(21.4, 7)]).rtd).toBe(21);
    expect(estimateClock([sample(20, 7), sample(20.6, 7)]).rtd).toBe(20);
  });

  test("of no samples is the specification's error", () => {
    expect(() => estimateClock([])).toThrow('times must be at least 1');
  });

  test('property: symmetric paths give the true offset, however slow some of them are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 30 }),
        (offsetMs, rtds) => {
          expect(estimateClock(rtds.map((rtd) => sample(rtd, offsetMs))).clockOffset).toBeCloseTo(offsetMs, 9);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('is valid for an hour, and not at all after the clock was set back', () => {
    expect(isClockSyncValid(1_000, 1_000 + 3_599_999)).toBe(true);
    expect(isClockSyncValid(1_000, 1_000 + 3_600_000)).toBe(false);
    expect(isClockSyncValid(5_000, 4_000)).toBe(false);
    expect(isClockSyncValid(0, 10)).toBe(false);
  });
});

describe('measuring', () => {
  function setUp(offsetMs: number) {
    const time = createFakeTime();
    const random = createRandom(3);
    const cloud = createScriptedCloud();
    cloud.on('GET /servertime', async () => {
      const oneWayMs = random.integer(5, 50);
      await time.sleep(oneWayMs);
      const server_time = time.now() + offsetMs;
      await time.sleep(oneWayMs);
      return { server_time };
    });
    const client = createClient({ baseUrl: SCRIPTED_BASE, fetch: cloud.fetch, time });
    return { time, cloud, client };
  }

  test("reads the clock ten times, one after another, and finds the cloud's offset", async () => {
    const { time, cloud, client } = setUp(12_345);
    const samples: ClockSample[] = [];
    const measured = measureCloudClock({ client, time, onSample: (taken) => samples.push(taken) });
    await time.run(2_000);
    expect(await measured).toMatchObject({ clockOffset: 12_345 });
    expect(cloud.requests).toHaveLength(10);
    expect(samples).toHaveLength(10);
  });

  test('takes no longer than five round trips on a slow line, with as many samples and the same offset', async () => {
    const { time, cloud, client } = setUp(12_345);
    cloud.on('GET /servertime', async () => {
      await time.sleep(200);
      const server_time = time.now() + 12_345;
      await time.sleep(200);
      return { server_time };
    });
    const measured = measureCloudClock({ client, time });
    await time.run(5 * 400);
    expect(cloud.requests).toHaveLength(10);
    expect(await measured).toEqual({ clockOffset: 12_345, rtd: 400 });
  });

  test('a slow line on which a sample fails is asked no more', async () => {
    const { time, cloud, client } = setUp(0);
    cloud.on('GET /servertime', async () => {
      await time.sleep(400);
      return cloud.requests.length > 4 ? {} : { server_time: time.now() };
    });
    const failure = expect(measureCloudClock({ client, time })).rejects.toMatchObject({ code: 'no-result' });
    await time.run(10_000);
    await failure;
    expect(cloud.requests.length).toBeLessThan(10);
  });

  test('needs at least one repetition', async () => {
    const { time, client } = setUp(0);
    await expect(measureCloudClock({ client, time, times: 0 })).rejects.toThrow('times must be at least 1');
  });

  test("an answer without a time is 'No server time'", async () => {
    const { time, client, cloud } = setUp(0);
    cloud.on('GET /servertime', () => ({}));
    await expect(measureCloudClock({ client, time })).rejects.toMatchObject({
      code: 'no-result',
      message: 'No server time',
    });
  });
});

test('the clock is read again every ten minutes and when the page becomes visible, until undone', () => {
  const time = createFakeTime();
  let requests = 0;
  let becomeVisible = (): void => undefined;
  const stop = scheduleClockResync({
    time,
    visibility: {
      onVisible(run) {
        becomeVisible = run;
        return () => {
          becomeVisible = () => undefined;
        };
      },
    },
    isPaused: () => false,
    resync: () => {
      requests += 1;
    },
  });
  time.advance(599_999);
  expect(requests).toBe(0);
  time.advance(1);
  expect(requests).toBe(1);
  becomeVisible();
  expect(requests).toBe(2);
  time.advance(600_000);
  expect(requests).toBe(3);
  stop();
  time.advance(6_000_000);
  becomeVisible();
  expect(requests).toBe(3);
});
