import { defaultConfig } from '@tactus/cloud';
import { createRandom, systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { createCloud } from './store-of-tests.ts';

const [HANDY, OH] = ['DemoHandy1', 'DemoOh0001'];

async function startCloud() {
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0 });
  const cloud = await createCloud({ config, time: systemTime, random: createRandom(1) });
  onTestFinished(() => cloud.close());
  const { url } = await cloud.listen();
  const headersOf = (keys: string) => ({ 'X-Api-Key': 'any-id', 'X-Connection-Keys': keys });

  /** Opens a stream and reads the next frames as name, key and id. */
  async function open(keys: string) {
    const controller = new AbortController();
    onTestFinished(() => controller.abort());
    const response = await fetch(`${url}/api/tactus/events`, { headers: headersOf(keys), signal: controller.signal });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    return {
      close: () => controller.abort(),
      async next() {
        while (!text.includes('\n\n')) text += (await reader.read()).value ?? '';
        const frame = text.slice(0, text.indexOf('\n\n'));
        text = text.slice(frame.length + 2);
        const { connection_key, data } = JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? '{}');
        return {
          name: /^event: (.+)$/m.exec(frame)?.[1],
          key: connection_key,
          id: /^id: (.+)$/m.exec(frame)?.[1],
          data,
        };
      },
    };
  }
  const stroke = (key: string, max: number) =>
    fetch(`${url}/api/handy-rest/v3/slider/stroke`, {
      method: 'PUT',
      headers: { 'X-Api-Key': 'any-id', 'X-Connection-Key': key },
      body: JSON.stringify({ min: 0, max }),
    });
  const status = async (keys: string, headers = {}) =>
    (await fetch(`${url}/api/tactus/events`, { headers: { ...headersOf(keys), ...headers } })).status;
  const openStreams = async () => /tactus_open_streams (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  return { open, stroke, status, openStreams };
}

test('one stream reports several devices: the status of each first, then their events', async () => {
  const { open, stroke, openStreams } = await startCloud();
  const stream = await open(`${HANDY},${OH}`);
  const first = [await stream.next(), await stream.next()];
  expect(first.map(({ name, key }) => [name, key])).toEqual([
    ['device_status', HANDY],
    ['device_status', OH],
  ]);
  await stroke(HANDY!, 0.5);
  expect(await stream.next()).toMatchObject({ name: 'stroke_changed', key: HANDY, data: { max: 0.5 } });
  expect(await openStreams()).toBe('1');
});

test("a reopened stream resumes each device's events", async () => {
  const { open, stroke } = await startCloud();
  const stream = await open(`${HANDY},${OH}`);
  await stream.next();
  await stream.next();
  await stroke(HANDY!, 0.5);
  const { id } = await stream.next();
  stream.close();
  await stroke(HANDY!, 0.6);
  await stroke(HANDY!, 0.7);
  const again = await open(`${HANDY};${id},${OH}`);
  const frames = [await again.next(), await again.next(), await again.next(), await again.next()];
  expect(frames.map(({ name, data }) => [name, data.max])).toEqual([
    ['device_status', undefined],
    ['stroke_changed', 0.6],
    ['stroke_changed', 0.7],
    ['device_status', undefined],
  ]);
});

test('the stream accepts the same options as that of one device', async () => {
  const { status } = await startCloud();
  expect(await status(HANDY!, { 'X-Api-Key': '' })).toBe(401);
  expect(await status('')).toBe(400);
  expect(await status('not a key')).toBe(400);
  expect(await status(Array.from({ length: 65 }, (_, place) => `Device${1000 + place}`).join(','))).toBe(400);
});
