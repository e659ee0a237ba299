/** Devices that are too old, and links that are not good (docs/device-api.md#26-refusals); the sweep has the refusals of every call. */
import { errorKinds } from '@tactus/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal } from '../driven-cloud/answers.ts';
import { type DrivenCloud, profiles, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';
import { firstGood } from './facts/all-facts.ts';
import { inputFor } from './facts/call-facts.ts';

describe.each(profiles)('under the profile %s', (profile) => {
  let cloud: DrivenCloud;
  let close: () => Promise<void>;
  beforeAll(async () => {
    cloud = await startDrivenCloud(profile, (atEnd) => {
      close = atEnd;
    });
  });
  afterAll(() => close());

  test('a device with firmware 3.2.3 reports its info, its connections and disconnections, and nothing else', async () => {
    const box = await cloud.makeDevice('oh', '3.2.3');
    expect((await box.call('info.info')).json).toMatchObject({ result: { fw_version: '3.2.3', fw_status: 2 } });
    await box.do([{ press: { button: 'UP', event: 'SHORT_PRESS' } }, { wifiScan: 3 }, { connected: false }]);
    await box.do({ connected: true });
    const received = await box.received.until('device_connected');
    expect(received.map(({ name }) => name)).toEqual(['device_disconnected', 'device_connected']);
  });

  test('the cloud refuses a stroke whose ends are inverted, and the device one end that passes its other', async () => {
    const box = await cloud.makeDevice('handy');
    await box.call('slider.setStroke', { min: 0.2, max: 0.4 });
    const both = await box.call('slider.setStroke', { min: 0.6, max: 0.4 });
    expect([both.status, both.json]).toMatchObject([400, { error: { code: errorKinds.invalidParameter.code } }]);
    if (profile === 'vendor') return; // it takes both ends alone
    const one = await box.call('slider.setStroke', { min: 0.6 });
    expect([one.status, one.json]).toEqual([200, refusal(errorKinds.invalidParameter)]);
    expect((await box.call('slider.stroke')).json).toMatchObject({ result: { min: 0.2, max: 0.4 } });
  });

  test('a changed or expired link neither updates nor renews', async () => {
    const box = await cloud.makeDevice('handy');
    for (const name of ['ota.updateFixed', 'auth.renewToken'] as const) {
      const query = await inputFor(firstGood(name, profile).input, box);
      const answer = await box.call(name, { ...query, uexp: '1' });
      const [status, message] = name === 'ota.updateFixed' ? [403, 'Forbidden'] : [401, 'Unauthorized'];
      expect([answer.status, answer.json]).toMatchObject([status, { error: { code: status, message } }]);
    }
    expect((await box.received.soFar()).map(({ name }) => name)).toEqual([]);
  });
});
