import type { TabPorts } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import type { ShareTerms } from '../owner-api.ts';
import { openShareOwnerSession } from '../share-owner-session.ts';

/** Of the shared device. */
export const KEY = 'DemoHandy1';
/** The terms. */
export const TERMS: ShareTerms = {
  name: 'Evening',
  allow: ['hamp'],
  limits: { speed: 0.4, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 },
  expiresInMs: 60_000,
  uses: null,
  viewers: 4,
};
/** A link, as a cloud sends it. */
export const SHARE = { ...TERMS, id: 's-1', used: 1, expires_at: 9_000, created_at: 0 };
/** A guest who joined by it and has control. */
export const GUEST = { session: 'g-1', name: 'Ann', role: 'controller', here: true, joined_at: 5, session_ends_at: 9 };

/** Tabs of one browser differ in what they draw. */
let seed = 0;

/** An owner's session whose cloud the test plays, in a browser of its own or in one of the `tabs`. */
export function openScriptedOwner(storage = createMemoryStorage(), tabs?: TabPorts) {
  const time = createFakeTime();
  seed += 1;
  let streams = 0;
  const requests: { line: string; key: string | null; body: unknown; repeatKey: string | null }[] = [];
  let answer = (): Response | Promise<Response> =>
    Response.json({ ...SHARE, secret: 'x', path: '/share/s-1#x' }, { status: 201 });
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const ownerSession = openShareOwnerSession({
    ...{ apiKey: 'app', connectionKey: KEY, storage, time, random: createRandom(seed), tabs },
    async fetch(url, init) {
      const headers = new Headers(init.headers);
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      if (!url.endsWith('/events')) {
        const [key, repeatKey] = ['x-connection-key', 'idempotency-key'].map((name) => headers.get(name));
        requests.push({ line: `${init.method} ${url}`, key: key ?? null, body, repeatKey: repeatKey ?? null });
        return answer();
      }
      streams += 1;
      const frames = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
      });
      return new Response(frames, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  return {
    ...{ ownerSession, requests, time, storage },
    /** The streams that were opened so far. */
    streams: () => streams,
    facts: () => ownerSession.store.getState(),
    answers: (next: typeof answer) => {
      answer = next;
    },
    async reportTrouble(event: string, data: unknown) {
      await time.run(10);
      stream?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      await time.run(10);
    },
  };
}
