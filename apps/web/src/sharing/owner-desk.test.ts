import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { ShareError } from './owner-api.ts';
import { openOwnerDesk } from './owner-desk.ts';
import type { ShareTerms } from './shares.ts';

const KEY = 'DemoHandy1';
const TERMS: ShareTerms = {
  name: 'Evening',
  allow: ['hamp'],
  limits: { speed: 0.4, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 },
  expiresInMs: 60_000,
  uses: null,
  viewers: 4,
};
const SHARE = { ...TERMS, id: 's-1', used: 1, expires_at: 9_000, created_at: 0 };
const GUEST = { session: 'g-1', name: 'Ann', role: 'controller', here: true, joined_at: 5, session_ends_at: 9 };

function open(storage = createMemoryStorage()) {
  const time = createFakeTime();
  const asked: { line: string; key: string | null; body: unknown }[] = [];
  let answer = () => Response.json({ ...SHARE, secret: 'x', path: '/share/s-1#x' }, { status: 201 });
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const desk = openOwnerDesk({
    ...{ apiKey: 'app', connectionKey: KEY, storage, time, random: createRandom(1) },
    async fetch(url, init) {
      const headers = new Headers(init.headers);
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      if (!url.endsWith('/events')) {
        asked.push({ line: `${init.method} ${url}`, key: headers.get('x-connection-key'), body });
        return answer();
      }
      const frames = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
      });
      return new Response(frames, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  return {
    ...{ desk, asked, time, storage },
    facts: () => desk.store.getState(),
    answers: (next: typeof answer) => {
      answer = next;
    },
    async tell(event: string, data: unknown) {
      await time.run(10);
      stream?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      await time.run(10);
    },
  };
}

describe('the owner’s desk', () => {
  test('shows who is here by which link, and who has control', async () => {
    const { facts, tell } = open();
    expect(facts().state).toBe('opening');
    await tell('shares', {
      shares: [{ ...SHARE, guests: [{ ...GUEST, rtt_ms: 42 }] }],
      control: { session: 'g-1', name: 'Ann', holding: true, driven_by: 'guest', locked: false },
    });
    expect(facts()).toMatchObject({
      state: 'open',
      control: { name: 'Ann', drivenBy: 'guest' },
      shares: [{ id: 's-1', expiresAtMs: 9_000, guests: [{ name: 'Ann', joinedAtMs: 5, roundTripMs: 42 }] }],
    });
  });

  test('does without what a cloud does not tell: reaction time, and a name of nobody', async () => {
    const { facts, tell } = open();
    await tell('shares', { shares: [{ ...SHARE, guests: [GUEST] }], control: { session: null, name: null } });
    expect(facts().shares[0]?.guests[0]?.roundTripMs).toBeUndefined();
    expect(facts().control).toMatchObject({ session: null, drivenBy: 'owner', locked: false });
  });

  test('writes down what it is told, and the log is there at the next visit', async () => {
    const { facts, tell, storage, desk } = open();
    await tell('audit', { at: 7, share: 's-1', session: 'g-1', who: 'Ann', what: 'start', detail: 'hamp' });
    await tell('audit', 'nonsense');
    expect(facts().log).toMatchObject([{ at: 7, who: 'Ann', what: 'start' }]);
    expect(open(storage).facts().log).toHaveLength(1);
    desk.audit.clear();
    expect(facts().log).toEqual([]);
    expect(open(storage).facts().log).toEqual([]);
  });

  test('stores nothing under the connection key', async () => {
    const names: string[] = [];
    const storage = createMemoryStorage();
    const { tell } = open({ ...storage, setItem: (name, value) => names.push(name, value) });
    await tell('audit', { at: 7, share: null, session: null, who: 'owner', what: 'changed' });
    expect(names.length).toBeGreaterThan(0);
    expect(names.join(' ')).not.toContain(KEY);
  });

  test('asks with the key in a header, and never in an address', async () => {
    const { desk, asked, answers } = open();
    expect(await desk.api.create(TERMS)).toEqual({ id: 's-1', path: '/share/s-1#x' });
    answers(() => new Response(undefined, { status: 204 }));
    await desk.api.change('s-1', { limits: { ...TERMS.limits, speed: 0.2 } });
    await desk.api.sendAway('s-1', 'g-1');
    await desk.api.giveControl(null);
    await desk.api.revoke('s-1');
    expect(asked.map(({ line }) => line)).toEqual([
      'POST /api/tactus/shares',
      'PATCH /api/tactus/shares/s-1',
      'DELETE /api/tactus/shares/s-1/sessions/g-1',
      'PUT /api/tactus/shares/control',
      'DELETE /api/tactus/shares/s-1',
    ]);
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([KEY]));
    expect(asked[0]?.body).toEqual(TERMS);
    expect(asked[3]?.body).toEqual({ session: null });
  });

  test('says what the cloud refused, and why', async () => {
    const { desk, answers } = open();
    answers(() => Response.json({ error: { name: 'NoRoom', message: 'There is no room' } }, { status: 507 }));
    const thrown: unknown = await desk.api.create(TERMS).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ShareError);
    expect(thrown).toMatchObject({ status: 507, message: 'There is no room' });
  });

  test('that is closed leaves no timer behind', async () => {
    const { desk, time } = open();
    await time.run(10);
    desk.close();
    await time.run(10);
    expect(time.pending()).toBe(0);
  });
});
