/** A linked device behaves like any other: every group of calls, every event. */
import { expect, test } from 'vitest';
import { openEvents } from '../cloud/event-reader.ts';
import { startCloud } from '../cloud/running-cloud.ts';
import { asker, linkDevice, untilConnected } from './linked-device.ts';

const PUTS_AND_GETS: readonly [string, unknown?][] = [
  ['GET /info'],
  ['GET /mode'],
  ['GET /capabilities'],
  ['GET /sids'],
  ['GET /settings/slider'],
  ['PUT /mode2', { mode: 0 }],
  ['PUT /hamp/velocity', { velocity: 0.5 }],
  ['PUT /hamp/start'],
  ['GET /hamp/state'],
  ['PUT /hamp/stop'],
  ['PUT /hdsp/xpt', { xp: 0.5, t: 200 }],
  ['PUT /hdsp/xava', { xa: 30, va: 100 }],
  ['PUT /hsp/setup', { stream_id: 7 }],
  [
    'PUT /hsp/add',
    {
      points: [
        { t: 0, x: 0 },
        { t: 500, x: 100 },
      ],
      flush: false,
    },
  ],
  ['PUT /hsp/play', { start_time: 0 }],
  ['PUT /hsp/pause'],
  ['PUT /hsp/resume', { pick_up: true }],
  ['GET /hsp/state'],
  ['PUT /hsp/stop'],
  ['GET /hstp/info'],
  ['GET /hstp/clocksync?s=true'],
  ['PUT /hstp/offset', { offset: -25 }],
  ['GET /hstp/offset'],
  ['PUT /slider/stroke', { min: 0.1, max: 0.9 }],
  ['GET /slider/stroke'],
  ['GET /slider/state'],
  ['GET /system/interfaces/status'],
  ['GET /system/environment'],
  ['GET /ota/update/progress'],
  ['GET /statistics'],
];

test('every group of calls is answered as by a device in the process', async () => {
  const running = await startCloud();
  const { key } = await linkDevice(running);
  await untilConnected(running, key);
  const ask = asker(running, key);
  const askDemo = asker(running, { connectionKey: 'DemoHandy1', secret: '' });
  for (const [line, body] of PUTS_AND_GETS) {
    const [behind, inside] = [await ask(line, body), await askDemo(line, body)];
    expect([line, behind.status, shapeOf(behind.json)]).toEqual([line, inside.status, shapeOf(inside.json)]);
    expect(behind.json).toHaveProperty('result');
  }
});

test('a device without a slider vibrates, and refuses moves', async () => {
  const running = await startCloud();
  const { key } = await linkDevice(running, { model: 'oh' });
  await untilConnected(running, key);
  const ask = asker(running, key);
  expect((await ask('PUT /hvp/state', { amplitude: 0.5, frequency: 50, position: 200 })).json).toHaveProperty('result');
  expect((await ask('PUT /hvp/start')).json).toHaveProperty('result');
  expect((await ask('GET /slider/state')).json).toMatchObject({ error: { code: 100_017, connected: true } });
  expect((await ask('PUT /hamp/start')).json).toMatchObject({ error: { code: 100_017 } });
});

test('its events arrive in their order, from device_connected to device_disconnected', async () => {
  const running = await startCloud();
  const { key, device, link } = await linkDevice(running);
  await untilConnected(running, key);
  const stream = await openEvents(running.port, `?ck=${key.connectionKey}&apikey=x`);
  const status = await stream.next();
  expect(status).toMatchObject({ event: 'device_status', data: { data: { connected: true, info: device.info() } } });
  device.hardware().press(1, 0);
  device.hardware().setSliderBlocked(true);
  device.hardware().setSliderBlocked(false);
  const names = (await stream.until('slider_unblocked')).map(({ event }) => event);
  expect(names).toContain('slider_blocked');
  device.hardware().restartSession();
  const renewed = (await stream.until('device_connected')).at(-1);
  expect(renewed).toMatchObject({ data: { data: { info: { session_id: device.info()?.session_id } } } });
  link.close();
  const last = (await stream.until('device_disconnected')).at(-1);
  expect(last).toMatchObject({ data: { data: { session_id: device.info()?.session_id, reason: 'link closed' } } });
  await untilConnected(running, key, false);
});

/** The fields of an answer, and their types. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
}
