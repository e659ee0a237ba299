import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAnalytics } from './create-analytics.ts';

const HOST = 'https://statistics.example';
const KEY = 'phc_test';

interface Sent {
  readonly url: string;
  readonly signal: AbortSignal | undefined;
  readonly text: string;
  readonly atMs: number;
}

/** A service that the library reaches by fetch: records requests, and answers. */
function service(answer: (signal: AbortSignal | undefined) => Promise<Response>) {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    sent.push({ url: String(url), signal: init?.signal ?? undefined, text: textOf(init?.body), atMs: Date.now() });
    return answer(init?.signal ?? undefined);
  });
  return sent;
}

/** What was posted, unpacked. */
function textOf(body: BodyInit | null | undefined): string {
  if (body === null || body === undefined || typeof body === 'string') return body ?? '';
  const bytes = Buffer.from(body as ArrayBuffer); // the library's posts that are no text
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString();
}

const fine = () => Promise.resolve(Response.json({}));

/** The library as it is after a start of the app. */
async function open(answer = fine as (signal: AbortSignal | undefined) => Promise<Response>) {
  const sent = service(answer);
  const logged: string[] = [];
  const log = { warn: (text: string) => void logged.push(text), error: (text: string) => void logged.push(text) };
  const analytics = createAnalytics(log);
  const { sendAnalytics } = await import('./send-analytics.ts');
  const { default: posthog } = await import('posthog-js/dist/module.slim.no-external');
  const end = sendAnalytics(analytics, { key: KEY, host: HOST, log });
  const events = () => sent.flatMap(({ text }) => eventsIn(text));
  return { ...analytics, end, sent, logged, events, config: posthog.config };
}

interface SentEvent {
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

function eventsIn(text: string): readonly SentEvent[] {
  const { batch = [] } = JSON.parse(text || '{}') as { batch?: readonly SentEvent[] }; // what the library posts
  return batch;
}

/** Longer than the library collects events before it sends them. */
const SENDING_MS = 10_000;
const STEP_MS = 500;

/** How long packing may take on a busy machine, in real time. */
const PACKING_MS = 10_000;

/**
 * Lets the library send, then waits until so many events are out (it packs them on the browser's own time), and long enough
 * for what it does after.
 */
async function untilSent(events: () => readonly unknown[] = () => [], atLeast = 0): Promise<void> {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  for (let passedMs = 0; passedMs < SENDING_MS; passedMs += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    for (let turns = 0; turns < 10; turns++) await turn();
  }
  const startMs = performance.now();
  while (events().length < atLeast && performance.now() - startMs < PACKING_MS) await turn();
  for (let turns = 0; turns < 10; turns++) await turn();
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({
    now: 1_700_000_000_000,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the library is configured with', () => {
  test('a session idle timeout of 1800 s', async () => {
    const { config } = await open();
    expect(config.session_idle_timeout_seconds).toBe(1800);
  });

  test('a feature flag timeout of 3000 ms, and requests no flags at all', async () => {
    const { config, sent, track, events } = await open();
    expect(config.feature_flag_request_timeout_ms).toBe(3000);
    track('page_view', { path: '/' });
    await untilSent(events, 1);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(({ url }) => /flags|decide/.test(url))).toEqual([]);
  });

  test('a cookie expiry of 365 days, and sets no cookie', async () => {
    const { config, track, events } = await open();
    expect(config.cookie_expiration).toBe(365);
    track('page_view', { path: '/' });
    await untilSent(events, 1);
    expect(document.cookie).toBe('');
  });

  test('a maximum property string length of 65535', async () => {
    const { config } = await open();
    expect(config.properties_string_max_length).toBe(65_535);
  });
});

describe('a sent event', () => {
  test('goes to the service alone, under its name with its own properties and nothing else', async () => {
    const { track, sent, events } = await open();
    track('page_view', { path: '/hamp' });
    track('page_leave', { path: '/hamp' });
    track('timing_changed_client', { rtdClient: 31 });
    await untilSent(events, 3);
    expect(sent.every(({ url }) => url.startsWith(`${HOST}/`))).toBe(true);
    expect(events().map(({ event }) => event)).toEqual(['$pageview', '$pageleave', 'timing_changed_client']);
    for (const { properties } of events()) {
      const names = Object.keys(properties).filter(
        (name) => !/^(token|distinct_id|\$.*(id|lib|lib_version|profile|identified))$/.test(name),
      );
      expect(names).toEqual([expect.stringMatching(/^(path|rtdClient)$/)]);
    }
  });

  test.each([
    ['carousel_click', { campaignName: 'spring', url: '/hamp' }],
    ['device_properties', { hwModelNr: 1, hwModelName: 'Oh', fwVersion: '4.1.1' }],
    ['ota_started', { fromVersion: '4.0.19', toVersion: '4.1.1' }],
    ['ota_finished', { fromVersion: '4.0.19', toVersion: '4.1.1', timeUsed: 90_000 }],
    ['sse_session_start', { sessionId: '01HZ0001', hwModelNr: 1 }],
    ['timing_changed_client', { rtdClient: 31 }],
    ['timing_changed_device', { rtdDevice: 42 }],
  ] as const)('of the name %s has its properties', async (name, properties) => {
    const { track, events } = await open();
    (track as (name: string, properties: object) => void)(name, properties); // the rows pair them
    await untilSent(events, 1);
    expect(events()).toMatchObject([{ event: name, properties }]);
  });

  test('has texts cut to 65535 characters', async () => {
    const { track, events } = await open();
    track('carousel_click', { campaignName: 'x'.repeat(70_000), url: '/' });
    await untilSent(events, 1);
    expect(String(events()[0]?.properties['campaignName'])).toMatch(/^x{65535}(\.\.\.)?$/);
  });

  test('belongs to a new session after 1800 s without an event, and to the same one before', async () => {
    const { track, events } = await open();
    // Each is sent before the next: events compressed at once may be out of order.
    track('page_view', { path: '/' });
    await untilSent(events, 1);
    await vi.advanceTimersByTimeAsync(1_799_000 - SENDING_MS);
    track('page_view', { path: '/' });
    await untilSent(events, 2);
    await vi.advanceTimersByTimeAsync(1_801_000 - SENDING_MS);
    track('page_view', { path: '/' });
    await untilSent(events, 3);
    const [first, second, third] = events().map(({ properties }) => properties['$session_id']);
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('is aborted after 60 s without an answer', async () => {
    const { track, sent, events } = await open(
      (signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    track('page_view', { path: '/' });
    await untilSent(events, 1);
    expect(sent).toHaveLength(1);
    const waitedMs = Date.now() - (sent[0]?.atMs ?? 0);
    await vi.advanceTimersByTimeAsync(59_900 - waitedMs);
    expect(sent[0]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  test.each([400, 403, 500])('and refused with status %i is logged as Bad HTTP status', async (status) => {
    const { track, logged, events } = await open(() => Promise.resolve(Response.json({}, { status })));
    track('page_view', { path: '/' });
    await untilSent(events, 1);
    expect(logged).toContain(`Bad HTTP status: ${status}`);
  });

  test('is not sent any more after the undo, which clears the library’s storage', async () => {
    const { track, sent, end, events } = await open();
    track('page_view', { path: '/' });
    await untilSent(events, 1);
    end();
    const before = sent.length;
    track('page_view', { path: '/hamp' });
    await untilSent();
    expect(sent).toHaveLength(before);
  });

  test('has an identity computed from the key; a reset starts another identity', async () => {
    const { track, events } = await open();
    track('identity', { id: 'a1b2c3' });
    track('page_view', { path: '/' });
    track('reset', {});
    track('page_view', { path: '/' });
    await untilSent(events, 3);
    const ids = events()
      .filter(({ event }) => event === '$pageview')
      .map(({ properties }) => properties['distinct_id']);
    expect(ids[0]).toBe('a1b2c3');
    expect(ids[1]).not.toBe('a1b2c3');
  });
});
