import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { type Answer, type RunningCloud, startCloud } from './running-cloud.ts';

const ISSUER = { 'x-api-key': 'the-secret' };
const withKeys = { apiKeys: ['public-id'], applicationKeys: ['the-secret'] };

interface Issued {
  token_ref: string;
  created_at: string;
  expires_at: string;
  token: string;
  renew: string;
}

const resultOf = (answer: Answer) => (answer.json as { result: Issued }).result;

async function issue({ ask }: RunningCloud, query: string, headers: Record<string, string> = {}): Promise<Issued> {
  const answer = await ask(`GET /auth/token/issue${query}`, { asOwner: false, headers: { ...ISSUER, ...headers } });
  expect(answer.status).toBe(200);
  return resultOf(answer);
}

const infoWith = ({ ask }: RunningCloud, headers: Record<string, string>, key = 'DemoHandy1') =>
  ask('GET /info', { asOwner: false, headers: { 'x-connection-key': key, ...headers } });

describe('credentials', () => {
  test('unset: any non-empty one is accepted, in any of the forms', async () => {
    const cloud = await startCloud();
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    for (const headers of [{ 'x-api-key': 'id' }, { authorization: 'Bearer id' }, basic('id:'), basic(':id')] as Record<
      string,
      string
    >[])
      expect((await infoWith(cloud, headers)).status).toBe(200);
  });

  test('set: only those, application keys, and valid tokens', async () => {
    const cloud = await startCloud(withKeys);
    expect((await infoWith(cloud, { 'x-api-key': 'public-id' })).status).toBe(200);
    expect((await infoWith(cloud, ISSUER)).status).toBe(200);
    for (const headers of [{ 'x-api-key': 'other' }, { authorization: 'Bearer other' }] as Record<string, string>[])
      expect(await infoWith(cloud, headers)).toMatchObject({
        status: 401,
        json: { error: { name: '', message: 'Unauthenticated' } },
      });
  });
});

describe('issuing', () => {
  test('an application key issues a token with its five fields, which is accepted as Bearer and as X-Api-Key', async () => {
    const time = createFakeTime(1_700_000_000_000);
    const cloud = await startCloud(withKeys, time);
    const issued = await issue(cloud, '?ttl=120');
    expect(issued).toEqual({
      token_ref: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      created_at: '2023-11-14T22:13:20.000Z',
      expires_at: '2023-11-14T22:15:20.000Z',
      token: expect.any(String),
      renew: expect.stringMatching(`^http://127.0.0.1:${cloud.port}/api/handy-rest/v3/auth/token/renew\\?`),
    });
    expect((await infoWith(cloud, { authorization: `Bearer ${issued.token}` })).status).toBe(200);
    expect((await infoWith(cloud, { 'x-api-key': issued.token })).status).toBe(200);
    await time.run(120_000);
    expect((await infoWith(cloud, { 'x-api-key': issued.token })).status).toBe(401);
  });

  test('the default lifetime is an hour', async () => {
    const cloud = await startCloud(withKeys, createFakeTime(1_700_000_000_000));
    expect((await issue(cloud, '')).expires_at).toBe('2023-11-14T23:13:20.000Z');
  });

  test("without a credential, with a public id and with bad input the specification's texts are the messages", async () => {
    const cloud = await startCloud(withKeys);
    const { token } = await issue(cloud, '');
    const ask = (query: string, headers: Record<string, string>) =>
      cloud.ask(`GET /auth/token/issue${query}`, { asOwner: false, headers });
    const said = (code: number, name: string, message: string) => ({
      status: code,
      json: { error: { code, name, message } },
    });
    expect(await ask('', {})).toMatchObject(said(401, 'Unauthorized', 'Unauthorized'));
    expect(await ask('', { 'x-api-key': 'unknown' })).toMatchObject(said(401, 'Unauthorized', 'Unauthorized'));
    expect(await ask('', { 'x-api-key': 'public-id' })).toMatchObject(said(403, 'Forbidden', 'Forbidden'));
    expect(await ask('', { authorization: `Bearer ${token}` })).toMatchObject(said(403, 'Forbidden', 'Forbidden'));
    for (const query of ['?ttl=59', '?ttl=86401', '?ttl=soon', '?ck=no', '?ck=DemoHandy1&to=DemoOh0001'])
      expect(await ask(query, ISSUER)).toMatchObject({
        ...said(400, 'Bad Request', 'Bad request.'),
        json: { error: { data: { problem: expect.any(String) } } },
      });
  });

  test('without application keys any key issues on loopback, and none where others reach the cloud', async () => {
    const local = await startCloud();
    expect((await local.ask('GET /auth/token/issue', { headers: { 'x-api-key': 'x' } })).status).toBe(200);
    const open = await startCloud({ loopbackOnly: false });
    expect((await open.ask('GET /auth/token/issue', { headers: { 'x-api-key': 'x' } })).status).toBe(403);
  });
});

describe('restrictions', () => {
  test('ck and to alike bind a token to one device', async () => {
    const cloud = await startCloud(withKeys);
    for (const query of ['?ck=DemoHandy1', '?to=DemoHandy1', '?ck=DemoHandy1&to=DemoHandy1']) {
      const { token } = await issue(cloud, query);
      expect((await infoWith(cloud, { 'x-api-key': token })).status).toBe(200);
      expect(await infoWith(cloud, { 'x-api-key': token }, 'DemoOh0001')).toMatchObject({
        status: 403,
        json: { error: { name: 'Forbidden', message: 'The token is not for this device' } },
      });
      const withoutKey = await cloud.ask('GET /info', { asOwner: false, headers: { 'x-api-key': token } });
      expect(withoutKey.status).toBe(400);
    }
  });

  test.each([
    ['?ip=127.0.0.1', {}, 200],
    ['?ip=10.1.2.3', {}, 403],
    ['?origin=https://pages.example', { origin: 'https://pages.example.org' }, 200],
    ['?origin=https://pages.example', { origin: 'https://other.example.org' }, 403],
    ['?origin=https://pages.example', {}, 403],
    ['?r=https://pages', { referer: 'https://pages.example.org/a' }, 200],
    ['?r=https://pages', { referer: 'https://other.example.org/a' }, 403],
    ['?ua=Player/', { 'user-agent': 'Player/2' }, 200],
    ['?ua=Player/', { 'user-agent': 'Browser/2' }, 403],
    ['?al=nb', { 'accept-language': 'nb' }, 200],
    ['?al=nb', { 'accept-language': 'en' }, 403],
    ['?ae=gzip', { 'accept-encoding': 'gzip' }, 200],
    ['?ae=gzip', { 'accept-encoding': 'br' }, 403],
    ['?cc=no-cache', { 'cache-control': 'no-cache' }, 200],
    ['?cc=no-cache', {}, 403],
  ])('a token issued with %s answers a request with %j by %i', async (query, headers, status) => {
    const cloud = await startCloud(withKeys);
    const { token } = await issue(cloud, query);
    expect((await infoWith(cloud, { 'x-api-key': token, ...headers })).status).toBe(status);
  });
});

describe('renewal', () => {
  const renew = ({ ask }: RunningCloud, url: string) =>
    ask(`GET ${url.slice(url.indexOf('/auth/'))}`, { asOwner: false });

  test('its address has the six names, extends the same token with its restrictions, and expires with it', async () => {
    const time = createFakeTime(1_700_000_000_000);
    const cloud = await startCloud(withKeys, time);
    const issued = await issue(cloud, '?ttl=60&ck=DemoHandy1');
    expect([...new URL(issued.renew).searchParams.keys()].toSorted()).toEqual(['a', 'd', 'iv', 'k', 's', 'uexp']);
    expect(issued.renew).not.toContain(issued.token);
    await time.run(40_000);
    const renewed = await renew(cloud, issued.renew);
    expect(renewed.status).toBe(200);
    expect(resultOf(renewed)).toMatchObject({
      token_ref: issued.token_ref,
      token: issued.token,
      created_at: issued.created_at,
      expires_at: '2023-11-14T22:15:00.000Z',
    });
    await time.run(50_000);
    expect((await infoWith(cloud, { 'x-api-key': issued.token })).status).toBe(200);
    expect((await infoWith(cloud, { 'x-api-key': issued.token }, 'DemoOh0001')).status).toBe(403);
    await time.run(10_000);
    expect((await infoWith(cloud, { 'x-api-key': issued.token })).status).toBe(401);
    expect(await renew(cloud, issued.renew)).toMatchObject({
      status: 401,
      json: { error: { message: 'Unauthorized' } },
    });
  });

  test('a changed or incomplete address renews nothing', async () => {
    const cloud = await startCloud(withKeys);
    const [issued, other] = [await issue(cloud, ''), await issue(cloud, '')];
    const changed = new URL(issued.renew);
    changed.searchParams.set('k', other.token_ref);
    expect((await renew(cloud, changed.href)).status).toBe(401);
    changed.searchParams.delete('s');
    expect(await renew(cloud, changed.href)).toMatchObject({
      status: 400,
      json: { error: { message: 'Bad request.' } },
    });
  });

  test('behind a site address the renewal has that address', async () => {
    const cloud = await startCloud({ ...withKeys, siteUrl: 'https://tactus.example.org' });
    expect((await issue(cloud, '')).renew).toMatch(/^https:\/\/tactus\.example\.org\/api\/handy-rest\/v3\/auth\//);
  });
});
