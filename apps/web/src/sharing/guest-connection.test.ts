import { createDevice } from '@tactus/sdk';
import { createFakeBrowser } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import {
  createGuestConnection,
  type GuestTab,
  SESSION_CHECK_TIMEOUT_MS,
  SESSION_RESUME_RETRY_MS,
} from './guest-connection.ts';
import { STREAM_SILENCE_LIMIT_MS } from './session-stream.ts';
import type { StoredGuestSession } from './stored-guest-session.ts';
import { type ClaimOwner, claimSessionForTab, TAB_ANSWER_WAIT_MS } from './tab-claim.ts';

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

/** The stored session of a tab in which this guest had control. */
const STORED: StoredGuestSession = {
  ...{ link: 's-1', session: 'g-1', bearer: 'bearer-1', hadControl: true, stopped: true },
};

/** A tab with this storage, whose claims the test answers. */
function tabWith(first: StoredGuestSession | undefined) {
  let stored = first;
  let notifyOwner: (owner: ClaimOwner) => void = () => undefined;
  const claims: string[] = [];
  return {
    ...{ stored: first, claims },
    store(session: StoredGuestSession | undefined) {
      stored = session;
    },
    claim(name: string, onOwner: (owner: ClaimOwner) => void) {
      claims.push(`claims ${name}`);
      notifyOwner = onOwner;
      return { takeOver: () => void claims.push('takes over'), release: () => void claims.push('releases') };
    },
    isOwned: (owner: ClaimOwner) => notifyOwner(owner),
    now: () => stored,
  };
}

/** A home that answers the exchange with the given answer, and whose stream of the session the test sends. */
function build(
  exchange: () => Response | Promise<Response> = () => Response.json({ ...SESSION, session: 'bearer-1' }),
  { tab, read }: { tab?: GuestTab; read?: () => Response | Promise<Response> } = {},
) {
  const time = createFakeTime();
  const random = createRandom(1);
  const requests: string[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const connection = createGuestConnection({
    ...{ link: { id: 's-1', secret: 'secret-1' }, time, random },
    ...(tab && { tab }),
    async fetch(url, init) {
      requests.push(`${init.method ?? 'GET'} ${url}`);
      if (url.endsWith('/sessions')) return exchange();
      if (url.endsWith('/session') && init.method === 'GET' && read) {
        const aborted = new Promise<never>((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        );
        return Promise.race([read(), aborted]);
      }
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
    ...{ connection, requests, time },
    facts: () => connection.store.getState(),
    async reportTrouble(event: string, data: unknown) {
      stream?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      await time.run(10);
    },
  };
}

/** One that is inside. */
async function entered() {
  const built = build();
  built.connection.enter('Ann');
  await built.time.run(10);
  return built;
}

describe('a guest’s connection', () => {
  test('sends nothing before the person has entered a name', async () => {
    const { connection, requests, time } = build();
    await time.run(5_000);
    expect(requests).toEqual([]);
    connection.leave();
    expect(requests).toEqual([]);
  });

  test('exchanges the secret for a session, with the owner’s terms that this app knows', async () => {
    const { facts } = await entered();
    expect(facts()).toMatchObject({
      state: 'inside',
      session: { name: 'Ann', role: 'controller', allow: ['hamp'], expires_at: 2_000, session_ends_at: 1_000 },
    });
    expect(facts().inside?.device.store.getState().connectionKey).toBe('alias-1');
  });

  test('shows the session of the stream', async () => {
    const { facts, reportTrouble } = await entered();
    await reportTrouble('session', { ...SESSION, role: 'viewer', controller: { session: 'g-2', name: 'Ben' } });
    expect(facts().session).toMatchObject({ role: 'viewer', controller: { name: 'Ben' } });
    await reportTrouble('session', 'nonsense');
    expect(facts().session?.role).toBe('viewer');
  });

  test.each(['revoked', 'expired', 'time-over', 'removed'] as const)('ends at once when it is %s', async (reason) => {
    const { facts, reportTrouble, time } = await entered();
    await reportTrouble('over', { reason });
    expect(facts()).toMatchObject({ state: 'over', reason, inside: undefined });
    expect(time.pending()).toBe(0);
  });

  test('that is left notifies the cloud, and cannot be entered again', async () => {
    const { connection, requests, facts, time } = await entered();
    connection.leave();
    expect(requests).toContain('DELETE /api/tactus/shares/session');
    expect(facts()).toMatchObject({ state: 'over', reason: 'left' });
    const before = requests.length;
    connection.enter('Ann');
    await time.run(1_000);
    expect(requests).toHaveLength(before);
  });

  test.each([
    [404, 'NotFound', 'not-found'],
    [410, 'ShareExpired', 'expired'],
    [410, 'ShareRevoked', 'revoked'],
    [410, 'ShareUsedUp', 'used-up'],
    [410, 'ShareTimeOver', 'time-over'],
    [409, 'ShareFull', 'full'],
    [429, 'TooManyRequests', 'too-many'],
    [405, '', 'unavailable'],
    [400, 'BadRequest', 'unavailable'],
  ])('is refused for good by %i %s: %s', async (status, name, refusal) => {
    const { connection, facts, time } = build(() => Response.json({ error: { name, message: 'no' } }, { status }));
    connection.enter('Ann');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'turned-away', refusal });
  });

  test('stays at the join form where its name is refused, and enters by another one', async () => {
    let isFine = false;
    const { connection, facts, time } = build(() => {
      if (isFine) return Response.json({ ...SESSION, session: 'bearer-1' });
      return Response.json({ error: { name: 'NameReserved', message: 'no' } }, { status: 400 });
    });
    connection.enter('owner');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'join-form', nameRefused: true, failed: false });
    isFine = true;
    connection.enter('Ann');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'inside', nameRefused: false });
  });

  test('may be tried again without an answer', async () => {
    let answers = false;
    const { connection, facts, time } = build(() => {
      if (!answers) throw new TypeError('Failed to fetch');
      return Response.json({ ...SESSION, session: 'bearer-1' });
    });
    connection.enter('Ann');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'join-form', failed: true });
    answers = true;
    connection.enter('Ann');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'inside', failed: false });
  });

  test('that is left while the secret is in flight ends its session when the answer comes', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { connection, requests, facts, time } = build(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    connection.enter('Ann');
    connection.leave();
    answer(Response.json({ ...SESSION, session: 'bearer-1' }));
    await time.run(10);
    expect(facts().state).toBe('over');
    expect(requests.at(-1)).toBe('DELETE /api/tactus/shares/session');
  });
});

/** A reloaded page in a tab that has a session. */
function reloaded(read: () => Response = () => Response.json(SESSION)) {
  const tab = tabWith(STORED);
  const built = build(undefined, { tab, read });
  built.connection.resume();
  return { ...built, tab };
}

describe('a guest’s connection whose page was reloaded', () => {
  test('resumes the session of the tab, after a stop of its motion', async () => {
    const { requests, facts, tab, time } = reloaded();
    expect(requests).toEqual([]);
    tab.isOwned('here');
    await time.run(10);
    expect(requests.slice(0, 2)).toEqual(['DELETE /api/tactus/shares/control', 'GET /api/tactus/shares/session']);
    expect(requests).not.toContain('POST /api/tactus/shares/s-1/sessions');
    expect(facts()).toMatchObject({ state: 'inside', session: { id: 'g-1' }, resumed: STORED });
    expect(tab.now()).toEqual({ ...STORED, stopped: false });
  });

  test('sends its request again and again while the cloud does not answer, and shows that', async () => {
    let answers = false;
    const { facts, tab, time } = reloaded(() => {
      if (!answers) throw new TypeError('Failed to fetch');
      return Response.json(SESSION);
    });
    tab.isOwned('here');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'resuming', failed: true });
    answers = true;
    await time.run(SESSION_RESUME_RETRY_MS + 10);
    expect(facts()).toMatchObject({ state: 'inside', failed: false });
  });

  test('shows why the session is over, and removes its secret from the tab', async () => {
    const over = { error: { name: 'SessionOver', message: 'over', reason: 'time-over' } };
    const { facts, tab, time } = reloaded(() => Response.json(over, { status: 401 }));
    tab.isOwned('here');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'over', reason: 'time-over' });
    expect(tab.now()).toBe(undefined);
    expect(tab.claims.at(-1)).toBe('releases');
  });

  test('sends nothing while another tab uses the session, and takes over only by the person’s choice', async () => {
    const { requests, facts, tab, time, connection } = reloaded();
    tab.isOwned('elsewhere');
    await time.run(5_000);
    expect(requests).toEqual([]);
    expect(facts().state).toBe('elsewhere');
    connection.takeOver();
    expect(tab.claims.at(-1)).toBe('takes over');
    expect(requests).toEqual([]);
    tab.isOwned('here');
    await time.run(10);
    expect(facts().state).toBe('inside');
    // The other tab takes it back.
    tab.isOwned('elsewhere');
    await time.run(10);
    expect(facts()).toMatchObject({ state: 'elsewhere', inside: undefined });
    const before = requests.length;
    await time.run(5_000);
    expect(requests).toHaveLength(before);
  });

  test('may be left to the other tab: the person joins again', async () => {
    const { requests, facts, tab, time, connection } = reloaded();
    tab.isOwned('elsewhere');
    connection.joinAnew();
    expect(facts().state).toBe('join-form');
    expect(tab.now()).toBe(undefined);
    connection.enter('Ann');
    await time.run(10);
    expect(facts().state).toBe('inside');
    expect(requests).not.toContain('DELETE /api/tactus/shares/session');
  });
});

describe('a guest’s connection in a browser without locks', () => {
  /** A tab with the stored session that reaches other tabs by channels alone, as over plain HTTP. */
  async function opened({ tab }: ReturnType<typeof createFakeBrowser>) {
    const { openChannel } = tab();
    const time = createFakeTime();
    const parts = { ports: { locks: undefined, openChannel }, time, random: createRandom(1) };
    const claim: GuestTab['claim'] = (session, onOwner) => claimSessionForTab({ ...parts, session, onOwner });
    const built = build(undefined, { tab: { ...tabWith(STORED), claim }, read: () => Response.json(SESSION) });
    built.connection.resume();
    const run = async (ms: number) => void (await Promise.all([time.run(ms), built.time.run(ms)]));
    await run(TAB_ANSWER_WAIT_MS + 10);
    return { ...built, run };
  }

  test('takes the session over from another tab, after a stop of its motion', async () => {
    const browser = createFakeBrowser();
    const first = await opened(browser);
    const second = await opened(browser);
    expect([first.facts().state, second.facts().state]).toEqual(['inside', 'elsewhere']);
    second.connection.takeOver();
    await second.run(10);
    expect(second.requests.slice(0, 2)).toEqual([
      'DELETE /api/tactus/shares/control',
      'GET /api/tactus/shares/session',
    ]);
    expect([first.facts().state, second.facts().state]).toEqual(['elsewhere', 'inside']);
  });
});

describe('a guest’s connection whose network is gone', () => {
  test('is away after four seconds of silence, and inside again with the next frame', async () => {
    const { requests, facts, reportTrouble, time } = await entered();
    const opened = () => requests.filter((line) => line.endsWith('/session/events')).length;
    await time.run(STREAM_SILENCE_LIMIT_MS - 1_000);
    await reportTrouble('later-event', {});
    await time.run(STREAM_SILENCE_LIMIT_MS - 1_000);
    expect(facts().state).toBe('inside');
    await time.run(2_000);
    expect(facts().state).toBe('away');
    for (let waitedMs = 0; opened() < 2 && waitedMs < 10_000; waitedMs += 100) await time.run(100);
    await reportTrouble('session', SESSION);
    expect(facts().state).toBe('inside');
  });

  test.each(['refuses', 'is silent'] as const)('is away within a second of a check that %s', async (way) => {
    let cut = false;
    const silent = () =>
      way === 'refuses' ? Promise.reject(new TypeError('Failed to fetch')) : new Promise<never>(() => undefined);
    const { facts, connection, time } = build(undefined, { read: () => (cut ? silent() : Response.json(SESSION)) });
    connection.enter('Ann');
    await time.run(10);
    connection.check();
    await time.run(SESSION_CHECK_TIMEOUT_MS);
    expect(facts().state).toBe('inside');
    cut = true;
    connection.check();
    await time.run(SESSION_CHECK_TIMEOUT_MS);
    expect(facts().state).toBe('away');
  });
});

describe('a guest’s connection whose page is closed', () => {
  test('sends nothing more, and lives on in the tab', async () => {
    const tab = tabWith(undefined);
    const { requests, facts, time, connection } = build(undefined, { tab });
    connection.enter('Ann');
    await time.run(10);
    expect(tab.now()).toMatchObject({ link: 's-1', session: 'g-1', bearer: 'bearer-1', hadControl: true });
    connection.pause();
    expect(facts()).toMatchObject({ state: 'paused', inside: undefined });
    const before = requests.length;
    await time.run(5_000);
    expect(requests).toHaveLength(before);
    expect(time.pending()).toBe(0);
    expect(tab.now()).toMatchObject({ bearer: 'bearer-1', stopped: false });
    expect(tab.claims).toEqual(['claims g-1', 'releases']);
  });
});
