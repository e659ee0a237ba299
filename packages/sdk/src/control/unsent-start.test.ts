import { describe, expect, test } from 'vitest';
import type { Device } from '../device-api.ts';
import { jsonResponse } from '../testing/scripted-cloud.ts';
import { failureOf, setUpDevice } from '../testing/scripted-device.ts';

/** Presses Stop while the cloud refuses it, and then starts; returns why the start was refused, once the Stop has succeeded. */
async function startWhileStopping(start: (device: Device) => Promise<unknown>, status: number): Promise<unknown> {
  const { device, cloud, time, state, connectFully } = setUpDevice();
  await connectFully();
  const started = device.hamp.start();
  await time.run(1_000);
  await started;
  cloud.stream.send('mode_changed', { mode: 0, mode_session_id: 2 });
  await time.run(10);
  cloud.on('PUT /hamp/stop', () => jsonResponse({}, status));
  cloud.on('PUT /mode2', () => jsonResponse({}, status));
  const stopped = device.stop();
  await time.run(100);
  cloud.requests.length = 0;

  const refused = await failureOf(start(device));
  expect(cloud.lines()).toEqual([]);
  expect(state().stopPhase).toBe('stopping');

  cloud.on('PUT /hamp/stop', () => ({ result: { play_state: 0, velocity: 0, direction: true } }));
  await time.run(2_000);
  expect(cloud.lines()).toContain('PUT /hamp/stop');
  await stopped;
  expect(state()).toMatchObject({ stopPhase: 'stopped', hamp: { play_state: 0 } });
  return refused;
}

describe('a pending Stop continues when a start is refused before it is sent', () => {
  test('after too many requests', async () => {
    expect(await startWhileStopping((device) => device.hamp.start(), 429)).toMatchObject({ code: 'rate-limited' });
  });

  test('for invalid input', async () => {
    const refused = await startWhileStopping((device) => device.hdsp.moveTo({ position01: 1.2, durationMs: 500 }), 503);
    expect(refused).toMatchObject({ code: 'bad-input' });
  });

  test('cancelled before it began', async () => {
    const options = { signal: AbortSignal.abort() };
    const refused = await startWhileStopping((device) => device.call('hamp.start', {}, options), 503);
    expect(refused).toMatchObject({ code: 'aborted' });
  });
});
