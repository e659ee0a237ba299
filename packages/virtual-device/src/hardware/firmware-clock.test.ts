import { describe, expect, test } from 'vitest';
import { bootDevice } from '../testing/booted-device.ts';

const HOUR_MS = 3_600_000;

/** A device whose clock is measured, with a stream of an hour. */
async function measured() {
  const booted = bootDevice();
  const { device, time, add, play } = booted;
  await booted.measureClock();
  await add([
    [0, 0],
    [HOUR_MS, 100],
  ]);
  return {
    ...booted,
    /** How far the playback of a stream that should begin now by the server's clock is from its beginning. */
    async startOff() {
      const { current_time } = await play({ start_time: 100_000, server_time: time.now() });
      return current_time - 100_000;
    },
    deviceMs: async () => (await device.call('hstp.info', {})).time,
  };
}

describe('a clock that is wrong', () => {
  test('is correct without an error: a playback begins at the server’s time', async () => {
    const { startOff, time } = await measured();
    time.advance(HOUR_MS);
    expect(await startOff()).toBe(0);
  });

  test('by a skew has every playback off by it, until the clock is measured again', async () => {
    const { device, startOff, measureClock, deviceMs, time } = await measured();
    const beforeMs = await deviceMs();
    device.hardware().setClockError({ driftPpm: 0, skewMs: 250 });
    expect(await deviceMs()).toBe(beforeMs + 250);
    expect(await startOff()).toBe(250);
    time.advance(HOUR_MS);
    expect(await startOff()).toBe(250);
    await measureClock();
    expect(await startOff()).toBe(0);
  });

  test('by a drift has a playback off by more and more, until the clock is measured again', async () => {
    const { device, startOff, measureClock, deviceMs, time } = await measured();
    device.hardware().setClockError({ driftPpm: 100, skewMs: 0 });
    time.advance(HOUR_MS);
    expect(await startOff()).toBe(360);
    expect(await deviceMs()).toBe(HOUR_MS + 360);
    await measureClock();
    expect(await startOff()).toBe(0);
    time.advance(HOUR_MS);
    expect(await startOff()).toBe(360);
  });

  test('is still off by its drift when the drift ends, and correct again after a skew is set to 0', async () => {
    const { device, deviceMs, time } = await measured();
    device.hardware().setClockError({ driftPpm: -1_000, skewMs: 100 });
    time.advance(10_000);
    expect(await deviceMs()).toBe(10_090);
    device.hardware().setClockError({ driftPpm: 0, skewMs: 0 });
    time.advance(10_000);
    expect(await deviceMs()).toBe(19_990);
  });

  test('is just as wrong after a reboot, and after a time switched off', async () => {
    const { device, deviceMs, time } = await measured();
    device.hardware().setClockError({ driftPpm: 0, skewMs: 40 });
    await device.call('system.reboot', { connection_mode: 1 });
    time.advance(1_000);
    device.hardware().setClockError({ driftPpm: 0, skewMs: 70 });
    time.advance(2_700);
    expect(await deviceMs()).toBe(500 + 70);
  });

  test('shifts a synctime by the same error', async () => {
    const { device, play, time } = await measured();
    await play({ start_time: 100_000, server_time: time.now() });
    device.hardware().setClockError({ driftPpm: 0, skewMs: 250 });
    const sync = { current_time: 100_000, server_time: time.now(), filter: 1 };
    expect((await device.call('hsp.synctime', sync)).current_time).toBe(100_250);
  });
});
