import { describe, expect, test } from 'vitest';
import { guestFetch } from './guest-fetch.ts';

/** A fetch whose cloud answers with a status and an error; the hold is granted unless it is refused. */
function build(answer: { status: number; name?: string; reason?: string } = { status: 200 }) {
  const sent: { line: string; authorization: string | null; key: string | null }[] = [];
  const received: string[] = [];
  let held: Promise<void> = Promise.resolve();
  const { status, name, reason } = answer;
  const fetch = guestFetch({
    async fetch(url, init) {
      const headers = new Headers(init.headers);
      const line = `${init.method} ${new URL(url, 'http://home.test').pathname}`;
      sent.push({ line, authorization: headers.get('authorization'), key: headers.get('x-connection-key') });
      return Response.json(name === undefined ? { result: 'ok' } : { error: { name, reason } }, { status });
    },
    bearer: 'bearer-1',
    hold: {
      want() {
        received.push('want');
        return held;
      },
      ranOut: () => received.push('ran out'),
      taken: () => received.push('taken'),
    },
    onOver: (why) => received.push(`over ${why}`),
  });
  const call = (method: string, path: string, body?: object) =>
    fetch(`/api/handy-rest/v3${path}`, {
      ...{ method, headers: { 'X-Connection-Key': 'alias' } },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    ...{ sent, received, call },
    holdIs: (promise: Promise<void>) => {
      held = promise;
    },
  };
}

describe('the fetch of a guest’s device', () => {
  test('sends the session with every call, beside the alias', async () => {
    const { call, sent } = build();
    await call('GET', '/hamp/state');
    expect(sent).toEqual([
      { line: 'GET /api/handy-rest/v3/hamp/state', authorization: 'Bearer bearer-1', key: 'alias' },
    ]);
  });

  test('waits for the hold before driving calls, and sends none without it', async () => {
    const { call, sent, received, holdIs } = build();
    holdIs(Promise.reject(new Error('no')));
    await expect(call('PUT', '/hamp/velocity', { velocity: 1 })).rejects.toThrow('no');
    expect(received).toEqual(['want']);
    expect(sent).toEqual([]);
  });

  test.each([
    ['/hamp/stop', undefined],
    ['/hvp/stop', undefined],
    ['/hsp/stop', undefined],
    ['/mode2', { mode: 7 }],
    ['/hdsp/xpt', { xp: 0.4, t: 0, stop_on_target: true }],
  ])('a Stop never waits: %s', async (path, body) => {
    const { call, sent, received, holdIs } = build();
    holdIs(new Promise(() => undefined));
    await call('PUT', path, body);
    expect(sent).toHaveLength(1);
    expect(received).toEqual([]);
  });

  test('a call that waited for the hold while Stop was pressed is not sent after it', async () => {
    const { call, sent, holdIs } = build();
    let grant: () => void = () => undefined;
    holdIs(
      new Promise((resolve) => {
        grant = resolve;
      }),
    );
    const start = call('PUT', '/hamp/start');
    await call('PUT', '/hamp/stop');
    grant();
    await expect(start).rejects.toMatchObject({ code: 'aborted' });
    expect(sent.map(({ line }) => line)).toEqual(['PUT /api/handy-rest/v3/hamp/stop']);
  });

  test.each([
    [{ status: 401, name: 'SessionOver', reason: 'time-over' }, 'over time-over'],
    [{ status: 401, name: 'SessionOver', reason: 'what?' }, 'over unknown'],
    [{ status: 409, name: 'NotHeld', reason: 'no-hold' }, 'ran out'],
    [{ status: 403, name: 'Forbidden', reason: 'viewer' }, 'taken'],
  ])('%j is reported to the page, which shows it: the command itself is silent', async (answer, reported) => {
    const { call, received } = build(answer);
    await expect(call('PUT', '/hamp/start')).rejects.toMatchObject({ code: 'aborted' });
    expect(received).toEqual(['want', reported]);
  });

  test('any other refusal is returned', async () => {
    const { call } = build({ status: 403, name: 'Forbidden', reason: 'mode-not-allowed' });
    expect((await call('PUT', '/hamp/start')).status).toBe(403);
  });
});
