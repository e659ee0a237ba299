import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { linkedDevice } from '../../device/testing/scripted-device.ts';
import { followUpdatesOfDevice } from './follow-update.ts';

const NEWEST = { version: '4.2.0', feature_flags: 'production' };
/** After so long a request without an answer is aborted. */
const GIVEN_UP_MS = 10_000;

async function setUp() {
  const time = createFakeTime();
  const { device, cloud } = await linkedDevice(time);
  const { run, begin } = followUpdatesOfDevice(device, time);
  return { time, device, cloud, run: () => run.getState(), begin };
}

test('an update that its device does not answer has failed, with the requested version', async () => {
  const { time, cloud, run, begin } = await setUp();
  cloud.on('PUT /ota/update/version', () => new Promise(() => undefined));
  begin(NEWEST, (ota) => ota.updateVersion(NEWEST));
  expect(run()).toMatchObject({ phase: 'writing', requested: NEWEST });
  await time.run(GIVEN_UP_MS);
  expect(run()).toMatchObject({ phase: 'failed', kind: 'refused', requested: NEWEST });
});

test('an error of a previous device does not concern the one in use now', async () => {
  const { time, device, run, begin } = await setUp();
  let giveUp: (error: Error) => void = () => undefined;
  begin(NEWEST, () => new Promise((_, reject) => (giveUp = reject)));
  device.connect('DemoHandy2').catch(() => undefined);
  await time.run(10);
  giveUp(new Error('No answer'));
  await time.run(10);
  expect(run()).toEqual({ phase: 'idle' });
});
