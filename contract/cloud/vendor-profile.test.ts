import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { openEvents } from './event-reader.ts';
import { startCloud } from './running-cloud.ts';
import { testDevice } from './test-device.ts';

const vendor = { profile: 'vendor' } as const;

test('a device call takes a round trip of 300 to 380 ms, the server time none', async () => {
  const time = createFakeTime();
  const { ask } = await startCloud(vendor, time);
  await ask('GET /servertime');
  for (let calls = 0; calls < 5; calls++) {
    let answered = false;
    const answer = ask('GET /slider/state').then((read) => {
      answered = true;
      return read;
    });
    const waiting = time.pending();
    await expect.poll(() => time.pending()).toBeGreaterThan(waiting);
    await time.run(299);
    expect(answered).toBe(false);
    await time.run(81);
    expect((await answer).status).toBe(200);
  }
});

test('frames have no ids and come in both forms; Last-Event-ID resumes nothing', async () => {
  const { ask, port } = await startCloud(vendor);
  const stream = await openEvents(port, '?ck=DemoHandy1&apikey=x', { 'last-event-id': 'x-1' });
  const frames = [await stream.next()];
  await ask('PUT /hamp/start');
  await ask('PUT /hamp/stop');
  for (let count = 0; count < 3; count++) frames.push(await stream.next());
  expect(frames[0]).toMatchObject({ event: 'device_status', data: { connection_key: 'DemoHandy1' } });
  expect(frames.every(({ id }) => id === undefined)).toBe(true);
  const unnamed = frames.filter(({ event }) => event === undefined);
  expect(unnamed.length).toBeGreaterThan(0);
  expect(unnamed.length).toBeLessThan(frames.length);
  for (const { data } of unnamed)
    expect(data).toMatchObject({
      id: expect.any(String),
      type: expect.stringMatching(/^(mode_changed|hamp_state_changed)$/),
      data: { connection_key: 'DemoHandy1', data: expect.any(Object) },
    });
});

test('pause and resume answer without a wrapper, and wrapped in our own profile', async () => {
  const state = { play_state: 3, points: 0 };
  for (const profile of ['vendor', 'tactus'] as const) {
    const { ask, cloud } = await startCloud({ profile });
    cloud.link(testDevice({ connectionKey: 'Pausing001', answer: async () => state }));
    for (const path of ['/hsp/pause', '/hsp/resume'])
      expect((await ask(`PUT ${path}`, { headers: { 'x-connection-key': 'Pausing001' } })).json).toEqual(
        profile === 'vendor' ? state : { result: state },
      );
  }
});

test("it has no features beyond the vendor's", async () => {
  const { ask } = await startCloud(vendor);
  const nothing = {
    leases: false,
    resume: false,
    inlineScripts: false,
    channels: false,
    headersOnSse: false,
    severalOnSse: false,
    positionSamples: false,
    stopMany: false,
    commandOrder: false,
    shares: false,
    unknownKeys: false,
  };
  expect((await ask('GET /api/tactus/features')).json).toEqual(nothing);
  expect((await ask('GET /config.json')).json).toMatchObject({ features: nothing });
});

test('requests are limited as under our own profile', async () => {
  const { ask } = await startCloud({ ...vendor, rateLimitPerMinute: 240 });
  expect((await ask('GET /connected')).headers['x-ratelimit-limit']).toBe('240');
});
