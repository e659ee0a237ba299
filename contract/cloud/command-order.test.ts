/** Numbered commands at a real cloud: a Stop bars every older command of its client, and no number is executed twice. */
import { connect, type Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { API, type RunningCloud, startCloud } from './running-cloud.ts';

const CLIENT = 'program-a';
const OVERTAKEN = { error: { code: 4004, name: 'OvertakenByStop' } };
const POINTS = [
  { t: 0, x: 10 },
  { t: 500, x: 90 },
];

const numbered = (number: number, client = CLIENT) => ({ 'x-tactus-sequence': `${client}/${number}` });

const send = ({ ask }: RunningCloud, line: string, headers: Record<string, string>, body?: object) =>
  ask(line, { headers, ...(body && { body: JSON.stringify(body) }) });

async function speedOf({ ask }: RunningCloud): Promise<number> {
  const { json } = await ask('GET /slider/state');
  return (json as { result: { speed_absolute: number } }).result.speed_absolute;
}

/** A request of which all but the last byte is sent: it arrives when `finish` is called. */
async function holdBack(port: number, line: string, headers: Record<string, string>) {
  const [method, path] = line.split(' ');
  const socket: Socket = connect(port, '127.0.0.1');
  const fields = { host: '127.0.0.1', 'x-api-key': 'any-id', 'x-connection-key': 'DemoHandy1', connection: 'close' };
  const head = Object.entries({ ...fields, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const text = `${method} ${API}${path} HTTP/1.1\r\n${head.join('')}\r\n`;
  await new Promise<void>((resolve) => socket.write(text.slice(0, -1), () => resolve()));
  return async () => {
    socket.write(text.slice(-1));
    await closed;
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as unknown;
  };
}

const JSON_BODY = { 'content-type': 'application/json' };

/** Connects or disconnects a device as its network would. */
const setConnected = ({ ask }: RunningCloud, key: string, connected: boolean) =>
  ask(`PUT /_control/devices/${key}/connected`, { headers: JSON_BODY, body: JSON.stringify({ connected }) });

async function channelOf({ ask }: RunningCloud, ...connectionKeys: string[]): Promise<string> {
  const made = await ask('POST /api/tactus/channels', { headers: JSON_BODY, body: JSON.stringify({ connectionKeys }) });
  return (made.json as { channel: string }).channel;
}

describe('a Stop', () => {
  test('bars a start that was sent before it over another connection and arrives later', async () => {
    const cloud = await startCloud();
    const { port } = cloud;
    await send(cloud, 'PUT /hamp/start', numbered(1));
    const finish = await holdBack(port, 'PUT /hamp/start', numbered(2));
    expect((await send(cloud, 'PUT /hamp/stop', numbered(3))).json).toMatchObject({ result: { play_state: 0 } });
    expect(await finish()).toMatchObject(OVERTAKEN);
    await vi.waitFor(async () => expect(await speedOf(cloud)).toBe(0));
    expect((await send(cloud, 'PUT /hamp/start', numbered(4))).json).toMatchObject({ result: { play_state: 1 } });
  });

  test.each([
    ['PUT /mode2', { mode: 7 }],
    ['PUT /hdsp/xpt', { xp: 0.5, t: 0, stop_on_target: true }],
    ['PUT /hvp/stop', undefined],
    ['PUT /hsp/stop', undefined],
    ['PUT /hssp/stop', undefined],
  ] as [string, object | undefined][])('of any form bars: %s', async (line, body) => {
    const cloud = await startCloud();
    await send(cloud, line, numbered(9), body);
    expect((await send(cloud, 'PUT /hamp/start', numbered(8))).json).toMatchObject(OVERTAKEN);
  });

  test('of a channel bars the older commands to it, for each of its devices', async () => {
    const cloud = await startCloud();
    const channel = await channelOf(cloud, 'DemoHandy1', 'DemoOh0001');
    const to = { 'x-connection-key': channel, 'x-tactus-members': '1' };
    await send(cloud, 'PUT /mode2', { ...to, ...numbered(5) }, { mode: 7 });
    const late = await send(cloud, 'PUT /hamp/start', { ...to, ...numbered(4) });
    expect(late.json).toMatchObject({ members: [OVERTAKEN, OVERTAKEN] });
  });

  test('for several devices bars the older commands of each', async () => {
    const cloud = await startCloud();
    const body = JSON.stringify({ connectionKeys: ['DemoHandy1', 'DemoOh0001'] });
    const headers = { 'content-type': 'application/json', 'x-tactus-sequence': `${CLIENT}/5, program-b/7` };
    expect((await cloud.ask('POST /api/tactus/stop', { headers, body })).status).toBe(200);
    expect((await send(cloud, 'PUT /hamp/start', numbered(4))).json).toMatchObject(OVERTAKEN);
    expect((await send(cloud, 'PUT /hamp/start', numbered(6, 'program-b'))).json).toMatchObject(OVERTAKEN);
    expect((await send(cloud, 'PUT /hamp/start', numbered(6))).json).toMatchObject({ result: { play_state: 1 } });
  });

  test.each<[string, (cloud: RunningCloud) => Promise<unknown>]>([
    ['of the device', (cloud) => send(cloud, 'PUT /hamp/stop', numbered(6))],
    [
      'for several devices',
      (cloud) =>
        send(cloud, 'POST /api/tactus/stop', { ...JSON_BODY, ...numbered(6) }, { connectionKeys: ['DemoHandy1'] }),
    ],
    [
      'of a channel with another device',
      async (cloud) => {
        const channel = await channelOf(cloud, 'DemoOh0001', 'DemoHandy1');
        return send(cloud, 'PUT /mode2', { ...numbered(6), 'x-connection-key': channel }, { mode: 7 });
      },
    ],
    [
      'of a channel without a connected device',
      async (cloud) => {
        const channel = await channelOf(cloud, 'DemoHandy1');
        return send(cloud, 'PUT /hamp/stop', { ...numbered(6), 'x-connection-key': channel });
      },
    ],
  ])('%s bars the older commands of a device that is away for a moment', async (_, stop) => {
    const cloud = await startCloud();
    await setConnected(cloud, 'DemoHandy1', false);
    await stop(cloud);
    await setConnected(cloud, 'DemoHandy1', true);
    expect((await send(cloud, 'PUT /hamp/start', numbered(5))).json).toMatchObject(OVERTAKEN);
    expect((await send(cloud, 'PUT /hamp/start', numbered(7))).json).toMatchObject({ result: { play_state: 1 } });
  });

  test('bars nothing of other clients, of other callers, and of clients without numbers', async () => {
    const cloud = await startCloud();
    await send(cloud, 'PUT /hamp/stop', numbered(9));
    for (const headers of [numbered(1, 'program-b'), { ...numbered(1), 'x-api-key': 'another-id' }, {}])
      expect((await send(cloud, 'PUT /hamp/start', headers)).json).toMatchObject({ result: { play_state: 1 } });
  });
});

describe('a command that is sent again', () => {
  const pointsOf = async ({ ask }: RunningCloud) =>
    ((await ask('GET /hsp/state')).json as { result: { points: number } }).result.points;

  test.each([
    ['its number', numbered(2)],
    ['its Idempotency-Key', { 'idempotency-key': 'add the points' }],
  ])('is carried out once, and answered alike: by %s', async (_, headers) => {
    const cloud = await startCloud();
    await send(cloud, 'PUT /hsp/setup', numbered(1));
    const answers = [];
    for (let attempt = 0; attempt < 3; attempt++)
      answers.push((await send(cloud, 'PUT /hsp/add', headers, { points: POINTS, tail_point_stream_index: 2 })).json);
    expect(answers[0]).toMatchObject({ result: { points: 2 } });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(await pointsOf(cloud)).toBe(2);
  });

  test('while its first attempt is under way waits for the same answer', async () => {
    const cloud = await startCloud();
    await send(cloud, 'PUT /hsp/setup', {});
    const add = () => send(cloud, 'PUT /hsp/add', numbered(1), { points: POINTS, tail_point_stream_index: 2 });
    const answers = await Promise.all([add(), add(), add()]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await pointsOf(cloud)).toBe(2);
  });

  test('is executed when the first attempt found no device', async () => {
    const cloud = await startCloud();
    const start = () => send(cloud, 'PUT /hamp/start', { ...numbered(1), 'x-connection-key': 'NotYetHere1' });
    expect((await start()).json).toMatchObject({ error: { code: 1001 } });
    await cloud.ask('POST /_control/devices', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'handy', connectionKey: 'NotYetHere1' }),
    });
    expect((await start()).json).toMatchObject({ result: { play_state: 1 } });
  });

  test('with another input under the same Idempotency-Key is refused with 422', async () => {
    const cloud = await startCloud();
    const velocity = (value: number) =>
      send(cloud, 'PUT /hamp/velocity', { 'idempotency-key': 'one' }, { velocity: value });
    expect((await velocity(0.2)).status).toBe(200);
    expect(await velocity(0.4)).toMatchObject({ status: 422, json: { error: { name: 'IdempotencyKeyReused' } } });
  });
});

test.each([
  { 'x-tactus-sequence': 'short/1' },
  { 'x-tactus-sequence': 'program-a/0' },
  { 'x-tactus-sequence': 'program-a/1,' },
  { 'x-tactus-sequence': 'program-a/99999999999999999' },
  { 'x-tactus-sequence': Array.from({ length: 65 }, (_, place) => `program-a/${place + 1}`).join(',') },
  { 'idempotency-key': 'x'.repeat(256) },
])('a header of another form is refused with 400: %j', async (headers) => {
  const cloud = await startCloud();
  expect(await send(cloud, 'PUT /hamp/start', headers as Record<string, string>)).toMatchObject({ status: 400 });
  expect(await speedOf(cloud)).toBe(0);
});

test("under the vendor's profile numbers are ignored", async () => {
  const cloud = await startCloud({ profile: 'vendor' });
  await send(cloud, 'PUT /hamp/stop', numbered(9));
  expect((await send(cloud, 'PUT /hamp/start', numbered(1))).json).toMatchObject({ result: { play_state: 1 } });
});
