import { describe, expect, test } from 'vitest';
import { createScriptedCloud, jsonResponse } from '../testing/scripted-cloud.ts';
import { createLeaseApi } from './lease-api.ts';

const REQUEST = { holder: 'tab-1', rank: 'owner', ttlMs: 60_000, closedMs: 10_000 } as const;
const LEASE = { lease: 'l1', secret: 's1' };
const ACQUIRE = 'POST /api/tactus/leases';
const RENEW = 'PUT /api/tactus/leases/l1';

function setUp() {
  const cloud = createScriptedCloud();
  const apiBase = 'http://cloud.test/api/handy-rest/v3';
  return { cloud, api: createLeaseApi({ apiBase, apiKey: 'a', connectionKey: 'DemoHandy1', fetch: cloud.fetch }) };
}

describe('a request', () => {
  test('returns the lease, or its holder', async () => {
    const { cloud, api } = setUp();
    cloud.on(ACQUIRE, () => jsonResponse({ ...LEASE, expires_at: 5 }, 201));
    expect(await api.acquire(REQUEST)).toEqual({ granted: LEASE });
    cloud.on(ACQUIRE, () => jsonResponse({ error: { holder: 'tab-2' } }, 409));
    expect(await api.acquire(REQUEST)).toEqual({ refusedFor: 'tab-2' });
  });

  test.each([
    ['no JSON', () => new Response('busy', { status: 409 }), { refusedFor: '' }],
    ['an error without a name', () => jsonResponse({ error: {} }, 409), { refusedFor: '' }],
  ] as const)('a refusal that is %s counts as one by an unknown holder', async (_, answer, expected) => {
    const { cloud, api } = setUp();
    cloud.on(ACQUIRE, answer);
    expect(await api.acquire(REQUEST)).toEqual(expected);
  });

  test('an answer that is no lease, or none at all, is an error', async () => {
    const { cloud, api } = setUp();
    cloud.on(ACQUIRE, () => jsonResponse({}, 507));
    await expect(api.acquire(REQUEST)).rejects.toMatchObject({ code: 'api', message: 'No lease: HTTP 507' });
    cloud.on(ACQUIRE, () => jsonResponse({ lease: 1 }, 201));
    await expect(api.acquire(REQUEST)).rejects.toMatchObject({ code: 'api' });
    cloud.on(ACQUIRE, () => Promise.reject(new TypeError('fetch failed')));
    await expect(api.acquire(REQUEST)).rejects.toMatchObject({ code: 'network' });
  });
});

describe('a renewal', () => {
  test.each([
    [200, {}, 'renewed'],
    [404, {}, 'unknown'],
    [409, { error: { holder: 'tab-2' } }, { takenOverBy: 'tab-2' }],
    [409, {}, { takenOverBy: '' }],
    [410, {}, 'ran-out'],
  ] as const)('%i %j means %j', async (status, body, answer) => {
    const { cloud, api } = setUp();
    cloud.on(RENEW, () => jsonResponse(body, status));
    expect(await api.renew(LEASE)).toEqual(answer);
  });

  test('rejects for any other answer', async () => {
    const { cloud, api } = setUp();
    cloud.on(RENEW, () => jsonResponse({}, 503));
    await expect(api.renew(LEASE)).rejects.toMatchObject({ message: 'No renewal: HTTP 503' });
    cloud.on(RENEW, () => Promise.reject(new TypeError('fetch failed')));
    await expect(api.renew(LEASE)).rejects.toMatchObject({ code: 'network' });
  });
});

test('ending a lease outlives the page, and never fails', async () => {
  const { cloud, api } = setUp();
  cloud.on('DELETE /api/tactus/leases/l1', () => Promise.reject(new TypeError('fetch failed')));
  api.end(LEASE, true);
  api.end(LEASE, false);
  expect(cloud.requests.map(({ body, keepalive }) => [body, keepalive])).toEqual([
    [{ stop: true }, true],
    [{}, true],
  ]);
  expect(cloud.requests[0]?.headers['authorization']).toBe('Bearer s1');
});
