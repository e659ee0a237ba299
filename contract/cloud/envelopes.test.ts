import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { API, startCloud } from './running-cloud.ts';
import { testDevice } from './test-device.ts';

const OFFLINE = {
  error: { code: 1001, name: 'DeviceNotConnected', message: 'Device not connected', connected: false },
};
const toUnknownDevice = { headers: { 'x-connection-key': 'NobodyHere1' } };

describe('answers', () => {
  test('a device call answers 200 with the result wrapped', async () => {
    const { ask } = await startCloud();
    const answer = await ask('PUT /hamp/start');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ result: { play_state: 1, velocity: 0, direction: true } });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test.each([
    ['PUT /mode', '{"mode":7}'],
    ['PUT /system/interfaces/status', '{"wifi":true,"ble":true}'],
    ['GET /hstp/clocksync', ''],
  ])("%s has the result 'ok'", async (line, body) => {
    const { ask } = await startCloud();
    expect((await ask(line, body ? { body } : {})).json).toEqual({ result: 'ok' });
  });

  test('the server time is not wrapped and needs neither credential nor key', async () => {
    const { ask } = await startCloud({}, createFakeTime(1_700_000_000_000));
    const answer = await ask('GET /servertime', { asOwner: false });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ server_time: 1_700_000_000_000 });
  });

  test('an unknown key is not an error for /connected', async () => {
    const { ask } = await startCloud();
    expect((await ask('GET /connected')).json).toEqual({ result: { connected: true } });
    expect((await ask('GET /connected', toUnknownDevice)).json).toEqual({ result: { connected: false, known: false } });
  });

  test('the statistics count the traffic over the link', async () => {
    const { ask } = await startCloud();
    await ask('GET /info');
    await ask('GET /hssp/state');
    expect((await ask('GET /statistics')).json).toMatchObject({
      result: {
        timestamp: expect.stringMatching(/^\d{4}-/),
        total_messages: 2,
        acked_messages: 2,
        dropped_messages: 0,
      },
    });
  });

  test('every answer has an X-Request-Id of its own', async () => {
    const { ask } = await startCloud();
    const answers = [
      await ask('GET /info'),
      await ask('GET /info', { asOwner: false }),
      await ask('GET /nothing'),
      await ask('GET /healthz'),
      await ask('OPTIONS /info', { headers: { origin: 'https://example.org' } }),
    ];
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(ids.every((id) => typeof id === 'string' && id.length > 8)).toBe(true);
    expect(new Set(ids).size).toBe(answers.length);
    // Nothing in common that would disclose how many requests came between.
    expect(new Set(ids.map((id) => String(id).slice(0, 8))).size).toBe(answers.length);
  });
});

describe('refusals inside 200', () => {
  test('an unknown key, a device that is offline, and a channel that does not exist are 1001', async () => {
    const { ask, cloud } = await startCloud();
    cloud.link(testDevice({ connectionKey: 'Offline001', connected: false }));
    for (const path of [
      'GET /info',
      'GET /slider/state',
      'PUT /hamp/stop',
      'GET /settings/slider',
      'GET /statistics',
    ]) {
      for (const key of ['NobodyHere1', 'Offline001']) {
        const answer = await ask(path, { headers: { 'x-connection-key': key } });
        expect([answer.status, answer.json]).toEqual([200, OFFLINE]);
      }
    }
    const channel = await ask('PUT /hamp/stop', { headers: { 'x-connection-key': 'chref:Abcdefgh12' } });
    expect([channel.status, channel.json]).toEqual([200, OFFLINE]);
  });

  test('a device that does not answer within the timeout is 1002, and its late answer is dropped', async () => {
    const time = createFakeTime();
    const { ask, cloud } = await startCloud({}, time);
    let calls = 0;
    cloud.link(
      testDevice({
        connectionKey: 'SlowDevice1',
        answer: async () => {
          calls += 1;
          await time.sleep(7_000);
          return { late: true };
        },
      }),
    );
    const slow = { headers: { 'x-connection-key': 'SlowDevice1' } };
    const short = ask('GET /hamp/state?timeout=1', slow);
    const long = ask('GET /hamp/state?timeout=6000', slow);
    const patient = ask('GET /hamp/state?timeout=8000', slow);
    await expect.poll(() => calls).toBe(3);
    await time.run(5_000);
    const timedOut = { error: { code: 1002, name: 'DeviceTimeout', message: 'Device timeout', connected: true } };
    expect((await short).json).toEqual(timedOut);
    await time.run(1_000);
    expect((await long).json).toEqual(timedOut);
    await time.run(1_000);
    expect(await patient).toMatchObject({ status: 200, json: { result: { late: true } } });
  });

  test('a device that throws gives 500 without details', async () => {
    const { ask, cloud } = await startCloud();
    const answer = async () => {
      throw new Error('a secret detail');
    };
    cloud.link(testDevice({ connectionKey: 'Broken0001', answer }));
    const broken = { headers: { 'x-connection-key': 'Broken0001' } };
    expect(await ask('GET /hamp/state', broken)).toMatchObject({
      status: 500,
      json: { error: { code: 100012, message: 'Generic server error' } },
    });
    const environment = await ask('GET /system/environment', broken);
    expect(environment.json).toMatchObject({ error: { message: 'Internal server error.' } });
  });

  test('a device with firmware below 4 answers connected and info only', async () => {
    const { ask, cloud } = await startCloud();
    const answer = async () => ({ fw_version: '3.2.3' });
    cloud.link(testDevice({ connectionKey: 'Legacy0001', firmware: '3.2.3', answer }));
    const legacy = { headers: { 'x-connection-key': 'Legacy0001' } };
    expect((await ask('GET /connected', legacy)).json).toEqual({ result: { connected: true } });
    expect((await ask('GET /info', legacy)).json).toEqual({ result: { fw_version: '3.2.3' } });
    expect((await ask('GET /hamp/state', legacy)).json).toEqual(OFFLINE);
  });
});

describe('refusals by status', () => {
  test('no credential is 401 without a code, whatever else is wrong', async () => {
    const { ask } = await startCloud();
    for (const headers of [
      {},
      { 'x-api-key': '' },
      { authorization: 'Bearer ' },
      { 'x-connection-key': 'DemoHandy1' },
    ]) {
      const answer = await ask('PUT /hamp/velocity', { asOwner: false, headers, body: 'no json' });
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual({ error: { name: '', message: 'Unauthenticated' } });
    }
  });

  test('a missing connection key is 400 without a wrapper, also when the body is bad', async () => {
    const { ask } = await startCloud();
    const answer = await ask('PUT /hamp/velocity', { asOwner: false, headers: { 'x-api-key': 'id' }, body: 'no json' });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ name: 'Bad request', message: 'Missing connection key in request' });
  });

  test('a malformed connection key is 400, and so is a channel for a call that accepts none', async () => {
    const { ask } = await startCloud();
    const askWith = (key: string, line = 'GET /info') => ask(line, { headers: { 'x-connection-key': key } });
    for (const key of ['abcd', 'with space', 'a'.repeat(65), 'chref:abc', 'semi;colon'])
      expect(await askWith(key)).toMatchObject({
        status: 400,
        json: { name: 'Bad request', message: /connection key/ },
      });
    expect(await askWith('chref:Abcdefgh12', 'GET /capabilities')).toMatchObject({ status: 400 });
  });

  test('input outside the contract is 400 with a sentence that names the fault', async () => {
    const { ask } = await startCloud();
    const velocity = (body: string, headers = {}) => ask('PUT /hamp/velocity', { body, headers });
    const wrong = (message: string, connected = true) => ({
      status: 400,
      json: { error: { code: 200003, name: 'InvalidParameter', message, connected } },
    });
    expect(await velocity('{"velocity":1.2}')).toMatchObject(wrong('Velocity must be between 0 and 1'));
    expect(await velocity('{"velocity":"x"}')).toMatchObject(wrong('velocity must be of type number'));
    expect(await velocity('')).toMatchObject(wrong('velocity must be of type number'));
    expect(await velocity('{"velocity"')).toMatchObject(wrong('The body is not valid JSON'));
    expect(await velocity('[1]')).toMatchObject(wrong('The body must be an object'));
    const elsewhere = { 'x-connection-key': 'NobodyHere1' };
    expect(await velocity('{}', elsewhere)).toMatchObject(wrong('velocity must be of type number', false));
  });

  test('a body above its limit is 413, and headers above theirs 431', async () => {
    const { ask } = await startCloud();
    const answer = await ask('PUT /hamp/velocity', { body: `{"velocity":0.5,"x":"${'a'.repeat(1024 * 1024)}"}` });
    expect(answer).toMatchObject({ status: 413, json: { error: { message: expect.any(String) } } });
    expect((await ask('GET /info', { headers: { 'x-long': 'a'.repeat(20_000) } })).status).toBe(431);
  });

  test('an unknown path or method is 404 with a JSON error', async () => {
    const { ask } = await startCloud();
    for (const line of ['GET /nothing', 'POST /hamp/start', 'HEAD /sse', 'GET /', `GET ${API}`, 'GET /api/other']) {
      const answer = await ask(line);
      expect([line, answer.status]).toEqual([line, 404]);
      if (!line.startsWith('HEAD')) expect(answer.json).toMatchObject({ error: { name: 'NotFound' } });
    }
  });
});

describe('lenient reading', () => {
  test('PUT without body, with an empty one, with {} and with JSON of another type', async () => {
    const { ask } = await startCloud();
    const ok = { status: 200, json: { result: { play_state: 1 } } };
    expect(await ask('PUT /hamp/start')).toMatchObject(ok);
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      for (const body of ['', '{}', ' '])
        expect(await ask('PUT /hamp/start', { body, headers: { 'content-type': type } })).toMatchObject(ok);
    const asText = { body: '{"velocity":0.25}', headers: { 'content-type': 'text/plain;charset=UTF-8' } };
    expect(await ask('PUT /hamp/velocity', asText)).toMatchObject({ json: { result: { velocity: 0.25 } } });
  });

  test('a stroke with one end leaves the other unchanged', async () => {
    const { ask } = await startCloud();
    await ask('PUT /slider/stroke', { body: '{"min":0.2,"max":0.8}' });
    expect((await ask('PUT /slider/stroke', { body: '{"max":0.6}' })).json).toMatchObject({
      result: { min: 0.2, max: 0.6 },
    });
  });

  test('an offer of HTTP/2 without TLS is ignored', async () => {
    const { ask } = await startCloud();
    const offer = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
    };
    expect(await ask('GET /info', { headers: offer })).toMatchObject({
      status: 200,
      json: { result: { hw_model_no: 0 } },
    });
    const put = await ask('PUT /hamp/velocity', { headers: offer, body: '{"velocity":0.5}' });
    expect(put).toMatchObject({ status: 200, json: { result: { velocity: 0.5 } } });
  });
});
