import { expect, test } from 'vitest';
import { callTactus, fetchTactus, readTactusEvent, tactusPathOf } from './call-tactus.ts';
import { groupCalls } from './groups.ts';
import { readTactusBody } from './read-body.ts';

const SCRIPT = { rev: 2, t: [0, 500], x: [0, 100] };

/** A `fetch` that records its request and answers it. */
function fetchAnswering(status: number, body: string | null) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response(body, { status });
  };
  return { sent, fetch };
}

test('a request goes out with method, path, secret and JSON body, and its answer is read', async () => {
  const { sent, fetch } = fetchAnswering(200, JSON.stringify({ ...SCRIPT, more: 1 }));
  expect(await callTactus(groupCalls.script, { fetch, origin: 'http://cloud', secret: 's' })).toEqual({
    ok: true,
    status: 200,
    answer: SCRIPT,
  });
  const { signal } = new AbortController();
  const named = { fetch, params: { id: 'a/b' }, signal, keepalive: true, headers: { 'X-More': '1' } };
  await callTactus(groupCalls.join, { ...named, body: { secret: 'x', name: 'Ann' } });
  expect(sent).toEqual([
    {
      url: 'http://cloud/api/tactus/groups/session/script',
      init: { method: 'GET', credentials: 'omit', headers: { Accept: 'application/json', Authorization: 'Bearer s' } },
    },
    {
      url: '/api/tactus/groups/a%2Fb/sessions',
      init: {
        ...{ method: 'POST', credentials: 'omit', signal, keepalive: true, body: '{"secret":"x","name":"Ann"}' },
        headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-More': '1' },
      },
    },
  ]);
  expect(tactusPathOf(groupCalls.remove, { id: 'ü' })).toBe('/api/tactus/groups/people/%C3%BC');
});

test.each([
  ['an error of the row by its name', 401, '{"error":{"name":"SessionOver","message":"Over"}}', 'SessionOver', 'Over'],
  ['an error that the row does not list without a name', 418, '{"error":{"name":"Teapot","message":"No"}}', '', 'No'],
  ['no JSON by the status', 502, '<html>', '', 'GET /groups/session/script: HTTP 502'],
  ['another answer by the status', 200, '{"rev":"two"}', '', 'GET /groups/session/script: HTTP 200'],
])('a refusal is told apart: %s', async (_, status, body, error, message) => {
  const { fetch } = fetchAnswering(status, body);
  expect(await callTactus(groupCalls.script, { fetch })).toMatchObject({ ok: false, status, error });
  await expect(fetchTactus(groupCalls.script, { fetch })).rejects.toThrow(message);
});

test('a call without an answer is accepted by its status alone', async () => {
  const { fetch } = fetchAnswering(204, null);
  expect(await fetchTactus(groupCalls.leave, { fetch, secret: 's' })).toBeUndefined();
});

test.each([
  [{ name: 'A', t: [0, 5], x: [0, 100] }, undefined],
  [{ name: 'A', t: 5, x: [0] }, 't must be a list of numbers'],
  [{ name: 'A', t: [0, -1], x: [0, 1] }, 't must be whole numbers from 0 to 86400000; number 1 is none'],
  [{ name: 'A', t: [0, 5], x: [0] }, 't and x must be of one length'],
  [{ name: 'A', t: [0], x: [0] }, 'A script has 2 to 50000 points'],
  [{ name: 'A', t: [5, 5], x: [0, 1] }, 't must rise; point 1 does not'],
  [{ name: 7, t: [0, 5], x: [0, 1] }, 'name must be a text of at most 120 characters'],
])('the points of a script are checked: %j', (body, problem) => {
  const read = readTactusBody(groupCalls.setScript, body);
  expect(read).toEqual(problem === undefined ? { ok: true, body } : { ok: false, problem });
});

test('a request without a body has no fields', () => {
  expect(readTactusBody(groupCalls.setTimeline, undefined)).toEqual({ ok: true, body: {} });
  const problem = 'name must be a text of 1 to 40 characters that can be seen';
  expect(readTactusBody(groupCalls.create, null)).toEqual({ ok: false, problem });
});

test.each([
  ['over', '{"reason":"removed"}', { name: 'over', data: { reason: 'removed' } }],
  ['over', '{"reason":"bored"}', undefined],
  ['over', '{', undefined],
  ['toString', '{}', undefined],
  [undefined, '{}', undefined],
])('the event %s with %s is read, or ignored', (name, data, event) => {
  expect(readTactusEvent(groupCalls.events, { name, data })).toEqual(event);
});
