import { createRandom } from '@tactus/time';
import { expect, test } from 'vitest';
import { createDevice } from '../device.ts';
import { readTraceExport, type TraceExport } from '../trace/export.ts';
import { createFakeTime, createRecordedCloud, SCRIPTED_BASE } from './index.ts';
import { KEY, setUpDevice } from './scripted-device.ts';

/** A session: connected, moved by us, turned off by another client. */
async function record(): Promise<{ trace: TraceExport; hamp: unknown; mode: unknown }> {
  const { device, cloud, time, connectFully } = setUpDevice();
  await connectFully();
  const started = device.hamp.start();
  await time.run(100);
  await started;
  const faster = device.hamp.setVelocity(0.4);
  await time.run(500);
  await faster;
  const refused = device.call('info.statistics').catch(() => 'refused');
  await time.run(100);
  expect(await refused).toBe('refused');
  cloud.stream.send('hamp_state_changed', { play_state: 0, velocity: 0.4, direction: false });
  await time.run(1_000);
  const trace = readTraceExport(JSON.stringify(device.trace.export()));
  const { hamp, mode } = device.store.getState();
  device.close();
  if (!trace) throw new Error('Nothing was recorded');
  return { trace, hamp, mode };
}

function replayOf(trace: TraceExport) {
  const time = createFakeTime();
  const cloud = createRecordedCloud({ trace, time, connectionKey: KEY });
  const device = createDevice({
    apiBase: SCRIPTED_BASE,
    apiKey: 'application-1',
    fetch: cloud.fetch,
    time,
    random: createRandom(1),
  });
  return { time, cloud, device };
}

test('a recorded session, played as a cloud, leads the same program to the same state', async () => {
  const { trace, hamp, mode } = await record();
  const { time, cloud, device } = replayOf(trace);
  const connected = device.connect(KEY);
  await time.run(2_010);
  await connected;
  const started = device.hamp.start();
  await time.run(100);
  await started;
  const faster = device.hamp.setVelocity(0.4);
  await time.run(500);
  expect(await faster).toMatchObject({ velocity: 0.4 });
  const refused = device.call('info.statistics').catch((error: Error) => error.name);
  await time.run(100);
  expect(await refused).toBe('DeviceError');
  await time.run(1_000);
  expect(device.store.getState()).toMatchObject({ hamp, mode, connected: true });
  expect(cloud.remaining()).toEqual([]);
  expect(cloud.unexpected).toEqual([]);
  device.close();
  cloud.close();
});

test('a call outside the recording is refused and listed', async () => {
  const { trace } = await record();
  const { time, cloud, device } = replayOf(trace);
  const connected = device.connect(KEY);
  await time.run(2_010);
  await connected;
  const failure = device.hvp.start().catch((error: Error) => error.name);
  await time.run(100);
  expect(await failure).toBe('DeviceError');
  expect(cloud.unexpected).toEqual(['PUT /hvp/start']);
  expect(cloud.remaining()).toEqual(['hamp.start', 'hamp.velocity', 'info.statistics']);
  device.close();
  cloud.close();
});
