import { createFakeTime } from '@tactus/time/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';

const CSV = '0,0\n1000,100';
const POINTS = [
  { t: 0, x: 0 },
  { t: 1_000, x: 100 },
];

let setUpPredictor: typeof import('../testing/predicted-device.ts').setUpPredictor;
let readInlineScript: typeof import('./inline-script.ts').readInlineScript;

// Modules of its own: another file of the same process may have loaded the reader.
beforeAll(async () => {
  vi.resetModules();
  ({ setUpPredictor } = await import('../testing/predicted-device.ts'));
  ({ readInlineScript } = await import('./inline-script.ts'));
});

// In this order: once the reader is loaded, it stays.
describe('an inline script, sent within the call', () => {
  test('whose reader cannot be loaded stays unknown, and nothing fails', async () => {
    const time = createFakeTime();
    const script = readInlineScript({ csv: CSV }, time, () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(script?.reading).resolves.toBeUndefined();
    expect(script?.points()).toBeUndefined();
    await time.settle();
    expect(time.pending()).toBe(0);
  });

  test('waits at most ten seconds for its reader', async () => {
    const time = createFakeTime();
    const script = readInlineScript({ csv: CSV }, time, () => new Promise(() => undefined));
    let isOver = false;
    void script?.reading?.then(() => {
      isOver = true;
    });
    await time.run(9_999);
    expect(isOver).toBe(false);
    await time.run(1);
    expect([isOver, script?.points()]).toEqual([true, undefined]);
  });

  test('is read when the reader has loaded; a playback that began meanwhile is followed from then on', async () => {
    const { makeCall, at, mm, time } = setUpPredictor();
    makeCall('hssp.setup', { csv: CSV }, { stream_id: 9, play_state: 2 });
    makeCall(
      'hssp.play',
      { start_time: 0, server_time: time.now() },
      { stream_id: 9, play_state: 1, current_time: 10 },
    );
    expect(at()?.basis).toBe('reading');
    await expect.poll(() => at()?.basis).toBe('plan');
    time.advance(480);
    expect(Math.abs(mm() - 55)).toBeLessThan(3);
  });

  test('is read at once if the reader is loaded already', () => {
    const script = readInlineScript({ csv: CSV }, createFakeTime());
    expect([script?.reading, script?.points()]).toEqual([undefined, POINTS]);
    const actions = POINTS.map(({ t: at, x: pos }) => ({ at, pos }));
    expect(readInlineScript({ actions }, createFakeTime())?.points()).toEqual(POINTS);
  });

  test('that is invalid stays unknown', () => {
    expect(readInlineScript({ csv: 'nothing of the kind' }, createFakeTime())?.points()).toBeUndefined();
    expect(readInlineScript({ actions: [{}] }, createFakeTime())?.points()).toBeUndefined();
  });

  test('is not read if a call names a script by its address', () => {
    expect(readInlineScript({}, createFakeTime())).toBeUndefined();
  });
});

test('is dropped if the device is disconnected meanwhile', async () => {
  const { makeCall, at, predictor, read } = setUpPredictor();
  makeCall('hssp.setup', { csv: CSV }, { stream_id: 9, play_state: 2 });
  predictor.forget();
  read(40);
  await Promise.resolve();
  expect(at()).toMatchObject({ positionMm: 40, speedMmS: 0 });
});
