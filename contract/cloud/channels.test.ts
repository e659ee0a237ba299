/** Channels on the wire: many devices driven and observed as one, without a key in any frame. */
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { openEvents } from './event-reader.ts';
import { type RunningCloud, startCloud } from './running-cloud.ts';

const JSON_BODY = { 'content-type': 'application/json' };

interface Made {
  readonly channel: string;
  readonly secret: string;
  /** The names of its first and second member in frames. */
  readonly aliases: readonly [string, string];
}

async function makeChannel({ ask }: RunningCloud, ...connectionKeys: readonly string[]): Promise<Made> {
  const answer = await ask('POST /api/tactus/channels', {
    headers: JSON_BODY,
    body: JSON.stringify({ connectionKeys }),
  });
  expect(answer.status).toBe(201);
  const { channel, secret } = answer.json as { channel: string; secret: string };
  const id = channel.replace('chref:', '');
  return { channel, secret, aliases: [`${id}01`, `${id}02`] };
}

function changeMembers({ ask }: RunningCloud, { channel, secret }: Made, ...connectionKeys: readonly string[]) {
  return ask(`PUT /api/tactus/channels/${channel}`, {
    headers: { ...JSON_BODY, authorization: `Bearer ${secret}` },
    body: JSON.stringify({ connectionKeys }),
  });
}

const addressOf = (data: unknown) => (data as { connection_key: string }).connection_key;

describe('driving a channel', () => {
  test('one call starts, moves and stops every device of it', async () => {
    const cloud = await startCloud();
    const { channel } = await makeChannel(cloud, 'DemoHandy1', 'DemoOh0001');
    const to = { headers: { 'x-connection-key': channel } };
    const playing = async (key: string) =>
      (await cloud.ask('GET /hamp/state', { headers: { 'x-connection-key': key } })).json;
    expect((await cloud.ask('PUT /hamp/start', to)).json).toMatchObject({ result: { play_state: 1 } });
    await cloud.ask('PUT /hamp/velocity', { ...to, body: '{"velocity":0.4}' });
    expect(await playing('DemoHandy1')).toMatchObject({ result: { play_state: 1, velocity: 0.4 } });
    await cloud.ask('PUT /hamp/stop', to);
    expect(await playing('DemoHandy1')).toMatchObject({ result: { play_state: 0 } });
    expect((await cloud.ask('GET /info', to)).json).toMatchObject({ result: { hw_model_no: 0 } });
  });
});

describe('the event stream of a channel', () => {
  test('one stream has the status of each member first, then their events, under names that are no keys', async () => {
    const cloud = await startCloud();
    const made = await makeChannel(cloud, 'DemoHandy1', 'NotYetHere1');
    for (const [query, headers] of [
      [`?ck=${made.channel}&apikey=x`, {}],
      ['', { 'x-connection-key': made.channel, 'x-api-key': 'x', 'last-event-id': 'anything-1' }],
    ] as const) {
      const stream = await openEvents(cloud.port, query, headers);
      expect([await stream.next(), await stream.next()]).toMatchObject([
        { event: 'device_status', data: { connection_key: made.aliases[0], data: { connected: true } } },
        { event: 'device_status', data: { connection_key: made.aliases[1], data: { connected: false } } },
      ]);
      await cloud.ask('PUT /slider/stroke', { body: `{"max":${query === '' ? 0.6 : 0.7}}` });
      const frame = await stream.next();
      expect([frame.event, addressOf(frame.data)]).toEqual(['stroke_changed', made.aliases[0]]);
      expect(JSON.stringify(frame)).not.toContain('DemoHandy1');
    }
  });

  test('Last-Event-ID resumes nothing', async () => {
    const cloud = await startCloud();
    const { channel } = await makeChannel(cloud, 'DemoHandy1');
    const setStroke = (max: number) => cloud.ask('PUT /slider/stroke', { body: JSON.stringify({ min: 0, max }) });
    const query = `?ck=${channel}&apikey=x`;
    const first = await openEvents(cloud.port, query);
    await first.next();
    await setStroke(0.9);
    const { id } = await first.next();
    first.close();
    await setStroke(0.8);
    const second = await openEvents(cloud.port, query, { 'last-event-id': id ?? '' });
    expect((await second.next()).event).toBe('device_status');
    await setStroke(0.7);
    expect(await second.next()).toMatchObject({ event: 'stroke_changed', data: { data: { max: 0.7 } } });
  });

  test('members that come and go while it is open are reported at once; its end ends the stream', async () => {
    const cloud = await startCloud();
    const made = await makeChannel(cloud, 'DemoHandy1');
    const stream = await openEvents(cloud.port, `?ck=${made.channel}&apikey=x`);
    await stream.next();
    expect((await changeMembers(cloud, made, 'DemoOh0001')).status).toBe(200);
    expect([await stream.next(), await stream.next()]).toMatchObject([
      { event: 'device_status', data: { connection_key: made.aliases[0], data: { connected: false } } },
      { event: 'device_status', data: { connection_key: made.aliases[1], data: { connected: true } } },
    ]);
    await cloud.ask('PUT /_control/devices/DemoOh0001/connected', { headers: JSON_BODY, body: '{"connected":false}' });
    expect(await stream.next()).toMatchObject({
      event: 'device_disconnected',
      data: { connection_key: made.aliases[1] },
    });
    const ended = await cloud.ask(`DELETE /api/tactus/channels/${made.channel}`, {
      headers: { authorization: `Bearer ${made.secret}` },
    });
    expect(ended.status).toBe(204);
    await stream.ended;
  });

  test('a token for one of its devices opens no stream of the channel', async () => {
    const cloud = await startCloud();
    const { channel } = await makeChannel(cloud, 'DemoHandy1');
    const issued = await cloud.ask('GET /auth/token/issue?ttl=60&ck=DemoHandy1');
    const { token } = (issued.json as { result: { token: string } }).result;
    const refused = await openEvents(cloud.port, `?ck=${channel}&apikey=${token}`);
    expect(refused.response.statusCode).toBe(403);
  });

  test('a channel lives as long as a stream of it is open', async () => {
    const time = createFakeTime();
    const cloud = await startCloud({}, time);
    const { channel } = await makeChannel(cloud, 'DemoHandy1');
    const stream = await openEvents(cloud.port, `?ck=${channel}&apikey=x`);
    await stream.next();
    time.advance(3 * 24 * 60 * 60 * 1_000);
    const answer = await cloud.ask('GET /connected', { headers: { 'x-connection-key': channel } });
    expect(answer.json).toEqual({ result: { connected: true } });
  });

  test('an open channel stream counts as one stream', async () => {
    const cloud = await startCloud();
    const { channel } = await makeChannel(cloud, 'DemoHandy1', 'DemoOh0001');
    const stream = await openEvents(cloud.port, `?ck=${channel}&apikey=x`);
    await stream.next();
    expect((await cloud.ask('GET /metrics')).text).toMatch(/^tactus_open_streams 1$/m);
  });
});

describe("the answers of a channel's devices", () => {
  const withMembers = (channel: string) => ({ headers: { 'x-connection-key': channel, 'x-tactus-members': '1' } });

  test('are listed in the order of the channel on request', async () => {
    const cloud = await startCloud();
    const { channel } = await makeChannel(cloud, 'NotYetHere1', 'DemoHandy1', 'DemoOh0001');
    await cloud.ask('PUT /hamp/start', withMembers(channel));
    const { json } = await cloud.ask('PUT /hamp/velocity', { ...withMembers(channel), body: '{"velocity":0.4}' });
    const moves = { play_state: 1, velocity: 0.4 };
    expect(json).toMatchObject({
      result: moves,
      members: [
        { error: { code: 1001, connected: false } },
        { result: moves },
        { error: { name: expect.any(String) } },
      ],
    });
  });

  test('are not listed otherwise, nor by a single device', async () => {
    const cloud = await startCloud();
    const { channel } = await makeChannel(cloud, 'DemoHandy1', 'DemoOh0001');
    const plain = await cloud.ask('PUT /hamp/start', { headers: { 'x-connection-key': channel } });
    expect(Object.keys(plain.json as object)).toEqual(['result']);
    expect(Object.keys((await cloud.ask('PUT /hamp/stop', withMembers('DemoHandy1'))).json as object)).toEqual([
      'result',
    ]);
  });

  test('are the first refusal where every device refuses', async () => {
    const cloud = await startCloud();
    const { channel } = await makeChannel(cloud, 'NotYetHere1', 'NotYetHere2');
    const refused = { error: { code: 1001 } };
    expect((await cloud.ask('PUT /hamp/start', withMembers(channel))).json).toMatchObject({
      ...refused,
      members: [refused, refused],
    });
  });
});
