import type { Time } from '@tactus/time';
import { type BuildFiles, filesToPrefetch } from './build-files.ts';
import { isFileOf, isPageOf } from './is-file-of.ts';
import { FROM_CACHE_HEADER } from './messages.ts';

/** The files that a service worker caches, and answers from them. */
export interface CachedFiles {
  /**
   * Fetches the shell of this build, in each language that older builds have cached. Rejects where a file of it cannot be
   * fetched, or another answer comes in its place: half a shell does not work.
   */
  install(): Promise<void>;
  /** Takes over cached files of other builds that this build has too. `openPages` may still run one of those builds. */
  takeOver(openPages: readonly string[]): Promise<void>;
  /** Notes that a page that was open at that moment runs this build. */
  isNewer(page: string): Promise<void>;
  /** Removes the files of other builds once every page that may run one of them is gone. */
  removeOlder(openPages: readonly string[]): Promise<void>;
  /** Caches files of this build that are not cached yet; other paths are left alone. */
  store(paths: readonly string[]): Promise<void>;
  /** Caches up to `most` more of the files that every page needs in a language; resolves with how many are left. */
  prefetch(language: string, most: number): Promise<number>;
  page(request: Request): Promise<Response>;
  asset(request: Request): Promise<Response>;
  document(request: Request): Promise<Response>;
}

const PREFIX = 'tactus-app-';
const DOCUMENTS = 'tactus-documents';

/** After this what is cached is shown, since the network does not answer. */
const NO_ANSWER_MS = 4000;

/** After this a file of the site is no longer awaited, and requested anew when it is needed. */
const GIVE_UP_MS = 30_000;

/** Statuses by which a proxy reports that the server behind it is gone. */
const SERVER_GONE: ReadonlySet<number> = new Set([502, 503, 504]);

/** The cache entry that lists what is older than this build: a worker loses its memory whenever the browser stops it. */
const OLDER = '/older';

/** The caches and pages that are older than a build. */
interface Older {
  /** Caches of the builds before this one. All others belong to newer builds. */
  readonly caches: readonly string[];
  /** Pages that may run one of those builds; undefined until this one has taken over. */
  readonly pages?: readonly string[];
}

/** The same body is sent in several content encodings; what is cached is decoded. */
const ANY_PACKING = { ignoreVary: true };

const pathOf = (request: RequestInfo) => (typeof request === 'string' ? request : new URL(request.url).pathname);

/** The cached file; nothing where an earlier build's worker cached another answer in its place. */
async function cachedFile(cache: Pick<Cache, 'match'>, request: RequestInfo): Promise<Response | undefined> {
  const cached = await cache.match(request, ANY_PACKING);
  return cached !== undefined && isFileOf(pathOf(request), cached) ? cached : undefined;
}

/** What could be fetched is shown even where the disk is full. */
const putIfRoom = (cache: Cache, request: RequestInfo, answer: Response): Promise<void> =>
  cache.put(request, answer).catch(() => undefined);

/** Creates the cache of a service worker and its answers from it. */
export function createCachedFiles(from: {
  build: BuildFiles;
  caches: CacheStorage;
  fetch: (request: RequestInfo, init?: RequestInit) => Promise<Response>;
  time: Time;
}): CachedFiles {
  const { build, caches, fetch, time } = from;
  const own = `${PREFIX}${build.version}`;
  const assets = new Set(build.assets);
  /** The files of the site that are being fetched, by their address. */
  const awaited = new Map<string, Promise<Response>>();

  async function cacheOne(path: string, init?: RequestInit): Promise<void> {
    const cache = await caches.open(own);
    if (!assets.has(path) || (await cachedFile(cache, path)) !== undefined) return;
    const answer = await fetchFile(path, init);
    if (isFileOf(path, answer)) await cache.put(path, answer);
  }

  /** A page in the place of a file may be in the browser's own cache, and the file on the site by now. */
  async function fetchFile(request: RequestInfo, init?: RequestInit): Promise<Response> {
    const answer = await fetch(request, init);
    return !answer.ok || isFileOf(pathOf(request), answer) ? answer : fetch(request, { ...init, cache: 'reload' });
  }

  async function readOlder(): Promise<Older> {
    const noted = await (await caches.open(own)).match(OLDER);
    return noted === undefined ? { caches: [] } : ((await noted.json()) as Older); // `noteOlder` wrote it
  }

  async function noteOlder(older: Older): Promise<void> {
    await (await caches.open(own)).put(OLDER, Response.json(older));
  }

  async function removeOlder(openPages: readonly string[]): Promise<void> {
    const { caches: older, pages } = await readOlder();
    if (pages === undefined || older.length === 0 || pages.some((page) => openPages.includes(page))) return;
    await Promise.all(older.map((name) => caches.delete(name)));
    await noteOlder({ caches: [], pages: [] });
  }

  /** The languages that caches have texts of: the files of a build begin with the code of their language. */
  async function languagesOf(names: readonly string[]): Promise<readonly string[]> {
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const paths = keys.flat().map(({ url }) => new URL(url).pathname);
    return Object.keys(build.languages).filter((code) => paths.some((path) => path.startsWith(`/assets/${code}-`)));
  }

  async function missingAhead(language: string): Promise<readonly string[]> {
    const cached = new Set((await (await caches.open(own)).keys()).map(({ url }) => new URL(url).pathname));
    return filesToPrefetch(build, language).filter((path) => !cached.has(path));
  }

  /** A page with the same content may have another policy: the newest is cached. */
  async function cacheShell(answer: Response): Promise<void> {
    const cache = await caches.open(own);
    const cached = await cache.match('/', ANY_PACKING);
    const copy = answer.clone();
    if (cached !== undefined && (await cached.text()) === (await answer.text())) await cache.put('/', copy);
  }

  async function fetchLive(request: RequestInfo, init?: RequestInit): Promise<Response> {
    const answer = await fetch(request, init);
    if (SERVER_GONE.has(answer.status)) throw new TypeError(`HTTP ${answer.status}`);
    return answer;
  }

  /** What the network answers, or nothing where that fails or takes too long. */
  const inTime = (fresh: Promise<Response>): Promise<Response | undefined> =>
    Promise.race([
      fresh.catch(() => undefined),
      new Promise<undefined>((resolve) => time.after(NO_ANSWER_MS, () => resolve(undefined))),
    ]);

  /** Requests for the same file share one connection while it is awaited: the others stay free, for a command and for Stop. */
  async function freshDocument(request: Request): Promise<Response> {
    const { url } = request;
    const fresh = awaited.get(url) ?? fetchDocument(request).finally(() => awaited.delete(url));
    awaited.set(url, fresh);
    return (await fresh).clone();
  }

  async function fetchDocument(request: RequestInfo): Promise<Response> {
    const gone = new AbortController();
    const answered = time.after(GIVE_UP_MS, () => gone.abort());
    try {
      const answer = await fetchLive(request, { signal: gone.signal });
      if (isFileOf(pathOf(request), answer)) await putIfRoom(await caches.open(DOCUMENTS), request, answer.clone());
      return answer;
    } finally {
      answered();
    }
  }

  return {
    async install() {
      const cache = await caches.open(own);
      const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
      await noteOlder({ caches: others });
      const languages = await languagesOf(others);
      const texts = languages.flatMap((code) => build.firstTexts[code] ?? []);
      // Files with a hash in their name never change; all others are requested anew. One after another: of the few connections
      // of a browser the others stay free, for a command and for Stop.
      for (const path of new Set([...build.shell, ...texts])) {
        const answer = await fetchFile(path, { cache: assets.has(path) ? 'default' : 'reload' });
        const isIt = isFileOf(path, answer) && (path !== '/' || isPageOf(assets, await answer.clone().text()));
        if (!isIt) throw new TypeError(`HTTP ${answer.status} without the file for ${path}`);
        await cache.put(path, answer);
      }
      // The app does not start without it, and the first page read it before there was a worker. Not every site has one.
      await fetchDocument('/config.json').catch(() => undefined);
    },

    async takeOver(openPages) {
      const cache = await caches.open(own);
      const { caches: older } = await readOlder();
      for (const name of older) {
        const before = await caches.open(name);
        for (const request of await before.keys()) {
          const { pathname } = new URL(request.url);
          const cached = assets.has(pathname) ? await cachedFile(before, request) : undefined;
          if (cached !== undefined) await putIfRoom(cache, pathname, cached);
        }
      }
      // On a full disk the note fails, and so may the copies above: what only an older build needs is removed all the same.
      await noteOlder({ caches: older, pages: openPages }).catch(() => undefined);
      if (openPages.length === 0) await Promise.all(older.map((name) => caches.delete(name)));
    },

    async isNewer(page) {
      const older = await readOlder();
      const { pages } = older;
      if (pages?.includes(page)) await noteOlder({ ...older, pages: pages.filter((other) => other !== page) });
    },

    removeOlder,

    async store(paths) {
      await Promise.all(paths.map((path) => cacheOne(path).catch(() => undefined)));
    },

    async prefetch(language, most) {
      const missing = await missingAhead(language);
      try {
        // One by one, and after every request for which a person waits.
        for (const path of missing.slice(0, most)) await cacheOne(path, { priority: 'low' });
      } catch {
        // Without a network, or on a full disk, the remaining files stay uncached.
      }
      return (await missingAhead(language)).length;
    },

    async page(request) {
      const cached = await (await caches.open(own)).match('/', ANY_PACKING);
      if (cached === undefined) return fetch(request);
      const fresh = fetchLive(request).then(async (answer) => {
        await cacheShell(answer.clone()).catch(() => undefined);
        return answer;
      });
      return (await inTime(fresh)) ?? cached;
    },

    async asset(request) {
      const cache = await caches.open(own);
      // A page of an older build gets the cached files of that build.
      const cached = (await cachedFile(cache, request)) ?? (await cachedFile(caches, request));
      if (cached !== undefined) return cached;
      const answer = await fetchFile(request);
      const { pathname } = new URL(request.url);
      if (isFileOf(pathname, answer) && assets.has(pathname)) await putIfRoom(cache, pathname, answer.clone());
      return answer;
    },

    async document(request) {
      const cached = await cachedFile(await caches.open(DOCUMENTS), request);
      const fresh = freshDocument(request);
      if (cached === undefined) return fresh;
      const answer = await inTime(fresh);
      // That there is no such document is an answer; a login page or an error is none.
      if (answer?.status === 404 || (answer !== undefined && isFileOf(pathOf(request), answer))) return answer;
      const headers = new Headers(cached.headers);
      headers.set(FROM_CACHE_HEADER, '1');
      return new Response(cached.body, { status: cached.status, headers });
    },
  };
}
