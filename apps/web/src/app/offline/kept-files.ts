import type { Time } from '@tactus/time';
import type { BuildFiles } from './build-files.ts';
import { KEPT_HEADER } from './messages.ts';

/** The files that a service worker keeps, and answers from them. */
export interface KeptFiles {
  /** Fetches the shell of this build. Rejects where a file of it cannot be had: half a shell is none. */
  install(): Promise<void>;
  /** Takes over what other builds kept and this one has too, and removes the rest. */
  removeOlder(): Promise<void>;
  /** Keeps files of this build that are not kept yet; other paths are left alone. */
  keep(paths: readonly string[]): Promise<void>;
  page(request: Request): Promise<Response>;
  asset(request: Request): Promise<Response>;
  document(request: Request): Promise<Response>;
}

const PREFIX = 'tactus-app-';
const DOCUMENTS = 'tactus-documents';

/** After this the kept shell is shown: a network that does not answer is as good as none. */
const PAGE_TIMEOUT_MS = 4000;

/** What a proxy says when the server behind it is gone. */
const SERVER_GONE: ReadonlySet<number> = new Set([502, 503, 504]);

/** The same words are sent packed in more ways than one; what is kept is unpacked. */
const ANY_PACKING = { ignoreVary: true };

/** Builds the files of one build. */
export function createKeptFiles(from: {
  build: BuildFiles;
  caches: CacheStorage;
  fetch: (request: RequestInfo, init?: RequestInit) => Promise<Response>;
  time: Time;
}): KeptFiles {
  const { build, caches, fetch, time } = from;
  const own = `${PREFIX}${build.version}`;
  const assets = new Set(build.assets);

  async function keepOne(path: string): Promise<void> {
    const cache = await caches.open(own);
    if (!assets.has(path) || (await cache.match(path, ANY_PACKING)) !== undefined) return;
    const answer = await fetch(path);
    if (answer.ok) await cache.put(path, answer);
  }

  /** A page that comes with the same words may come with another policy: the newest is kept. */
  async function keepShell(answer: Response): Promise<void> {
    const cache = await caches.open(own);
    const kept = await cache.match('/', ANY_PACKING);
    const copy = answer.clone();
    if (kept !== undefined && (await kept.text()) === (await answer.text())) await cache.put('/', copy);
  }

  async function freshPage(request: Request): Promise<Response> {
    const answer = await fetch(request);
    if (SERVER_GONE.has(answer.status)) throw new TypeError(`HTTP ${answer.status}`);
    return answer;
  }

  return {
    async install() {
      const cache = await caches.open(own);
      // Names with a hash never change; all else is asked for anew.
      await cache.addAll(
        build.shell.map((path) => new Request(path, { cache: assets.has(path) ? 'default' : 'reload' })),
      );
    },

    async removeOlder() {
      const cache = await caches.open(own);
      const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
      for (const name of older) {
        const before = await caches.open(name);
        for (const request of await before.keys()) {
          const { pathname } = new URL(request.url);
          const kept = assets.has(pathname) ? await before.match(request, ANY_PACKING) : undefined;
          if (kept !== undefined) await cache.put(pathname, kept);
        }
        await caches.delete(name);
      }
    },

    async keep(paths) {
      await Promise.all(paths.map(keepOne));
    },

    async page(request) {
      const kept = await (await caches.open(own)).match('/', ANY_PACKING);
      if (kept === undefined) return fetch(request);
      const tooLong = new Promise<Response>((resolve) => time.after(PAGE_TIMEOUT_MS, () => resolve(kept)));
      const fresh = freshPage(request).then(
        async (answer) => {
          // A full disk is no reason to keep the page from the person.
          await keepShell(answer.clone()).catch(() => undefined);
          return answer;
        },
        () => kept,
      );
      return Promise.race([fresh, tooLong]);
    },

    async asset(request) {
      const cache = await caches.open(own);
      const kept = await cache.match(request, ANY_PACKING);
      if (kept !== undefined) return kept;
      const answer = await fetch(request);
      const { pathname } = new URL(request.url);
      if (answer.ok && assets.has(pathname)) await cache.put(pathname, answer.clone());
      return answer;
    },

    async document(request) {
      const cache = await caches.open(DOCUMENTS);
      try {
        const answer = await fetch(request);
        if (SERVER_GONE.has(answer.status)) throw new TypeError(`HTTP ${answer.status}`);
        if (answer.ok) await cache.put(request, answer.clone());
        return answer;
      } catch (error) {
        const kept = await cache.match(request, ANY_PACKING);
        if (kept === undefined) throw error;
        const headers = new Headers(kept.headers);
        headers.set(KEPT_HEADER, '1');
        return new Response(kept.body, { status: kept.status, headers });
      }
    },
  };
}
