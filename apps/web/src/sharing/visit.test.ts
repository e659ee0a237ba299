import { createDevice } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { createVisit } from './visit.ts';

const SESSION = {
  id: 'g-1',
  alias: 'alias-1',
  name: 'Ann',
  share: { id: 's-1', name: 'Evening' },
  role: 'controller',
  controller: { session: 'g-1', name: 'Ann' },
  allow: ['hamp', 'later-mode'],
  limits: { speed: 0.4, stroke: { min: 0.2, max: 0.8 }, intensity: 1, sessionMinutes: 60 },
  expires_at: 2_000,
  session_ends_at: 1_000,
};

/** A home that answers the exchange as told and holds the stream of the session in its hand. */
function build(
  exchange: () => Response | Promise<Response> = () => Response.json({ ...SESSION, session: 'bearer-1' }),
) {
  const time = createFakeTime();
  const random = createRandom(1);
  const asked: string[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const visit = createVisit({
    ...{ link: { id: 's-1', secret: 'secret-1' }, time, random },
    async fetch(url, init) {
      asked.push(`${init.method ?? 'GET'} ${url}`);
      if (url.endsWith('/sessions')) return exchange();
      if (!url.endsWith('/session/events')) return new Response(undefined, { status: 204 });
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    heartbeat: (periodMs, run) => time.every(periodMs, run),
    openDevice: (fetch) => createDevice({ apiBase: 'http://home.test/v3', apiKey: 'app', fetch, time, random }),
    onError: () => undefined,
  });
  return {
    ...{ visit, asked, time },
    facts: () => visit.store.getState(),
    async tell(event: string, data: unknown) {
      stream?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      await time.run(10);
    },
  };
}

/** One that is inside. */
async function entered() {
  const built = build();
  built.visit.enter('Ann');
  await built.time.run(10);
  return built;
}

describe('a visit', () => {
  test('sends nothing before the person has said who comes', async () => {
    const { visit, asked, time } = build();
    await time.run(5_000);
    expect(asked).toEqual([]);
    visit.leave();
    expect(asked).toEqual([]);
  });

  test('exchanges the secret for a session, and knows what the owner allows as far as this app does', async () => {
    const { facts } = await entered();
    expect(facts()).toMatchObject({
      state: 'inside',
      session: { name: 'Ann', role: 'controller', allow: ['hamp'], expiresAtMs: 2_000, sessionEndsAtMs: 1_000 },
    });
    expect(facts().inside?.device.store.getState().connectionKey).toBe('alias-1');
  });

  test('shows what the stream says', async () => {
    const { facts, tell } = await entered();
    await tell('session', { ...SESSION, role: 'viewer', controller: { session: 'g-2', name: 'Ben' } });
    expect(facts().session).toMatchObject({ role: 'viewer', controller: { name: 'Ben' } });
    await tell('session', 'nonsense');
    expect(facts().session?.role).toBe('viewer');
  });

  test.each(['revoked', 'expired', 'time-over', 'removed'] as const)('ends at once when it is %s', async (reason) => {
    const { facts, tell, time } = await entered();
    await tell('over', { reason });
    expect(facts()).toMatchObject({ state: 'over', reason, inside: undefined });
    expect(time.pending()).toBe(0);
  });

  test('that is left tells the cloud, and cannot be entered again', async () => {
    const { visit, asked, facts, time } = await entered();
    visit.leave();
    expect(asked).toContain('DELETE /api/tactus/shares/session');
    expect(facts()).toMatchObject({ state: 'over', reason: 'left' });
    const before = asked.length;
    visit.enter('Ann');
    await time.run(1_000);
    expect(asked).toHaveLength(before);
  });

  test.each([
    [404, '', 'not-found'],
    [410, 'ShareExpired', 'expired'],
    [410, 'ShareRevoked', 'revoked'],
    [410, 'ShareUsedUp', 'used-up'],
    [409, 'ShareFull', 'full'],
    [429, '', 'too-many'],
    [405, '', 'unavailable'],
  ])('is turned away for good by %i %s: %s', async (status, name, refusal) => {
    const { visit, facts, time } = build(() => Response.json({ error: { name, message: 'no' } }, { status }));
    visit.enter('Ann');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'turned-away', refusal });
  });

  test('may be tried again where nobody answered', async () => {
    let answers = false;
    const { visit, facts, time } = build(() => {
      if (!answers) throw new TypeError('Failed to fetch');
      return Response.json({ ...SESSION, session: 'bearer-1' });
    });
    visit.enter('Ann');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'door', failed: true });
    answers = true;
    visit.enter('Ann');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'inside', failed: false });
  });

  test('that is left while the secret is on its way says goodbye when the answer comes', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { visit, asked, facts, time } = build(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    visit.enter('Ann');
    visit.leave();
    answer(Response.json({ ...SESSION, session: 'bearer-1' }));
    await time.run(10);
    expect(facts().state).toBe('over');
    expect(asked.at(-1)).toBe('DELETE /api/tactus/shares/session');
  });
});
