import { systemTime } from '@tactus/time';
import type { BuildFiles } from './build-files.ts';
import { cacheStrategy } from './cache-strategy.ts';
import { createCachedFiles } from './cached-files.ts';
import type { MessageToWorker } from './messages.ts';
import type { ServiceWorkerScope, WorkerMessageEvent } from './worker-scope.ts';

// The service worker: the app opens without a network, and a new version waits until a person confirms it.

/** Written in by `vite/service-worker.ts`. */
declare const __TACTUS_BUILD__: BuildFiles;

const scope = globalThis as unknown as ServiceWorkerScope; // this script runs as a service worker only
const build = __TACTUS_BUILD__;
const files = createCachedFiles({ build, caches, fetch: (...request) => fetch(...request), time: systemTime });

scope.addEventListener('install', (event) => event.waitUntil(files.install()));

/** The ids of the open pages of the app. */
async function openPages(): Promise<readonly string[]> {
  return (await scope.clients.matchAll({ includeUncontrolled: true })).map(({ id }) => id);
}

async function activate(): Promise<void> {
  await files.takeOver(await openPages());
  await scope.clients.claim();
}

scope.addEventListener('activate', (event) => event.waitUntil(activate()));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, url, mode, headers } = request;
  const strategy = cacheStrategy({ method, url, mode, isPart: headers.has('range') }, scope.location.origin);
  if (strategy !== 'pass') event.respondWith(files[strategy](request));
});

async function obey(message: MessageToWorker, { ports: [port], source }: WorkerMessageEvent): Promise<void> {
  switch (message.type) {
    case 'is-yours': {
      const isOurs = build.assets.includes(message.path);
      port?.postMessage(isOurs);
      if (isOurs && source !== null) await files.isNewer(source.id);
      break;
    }
    case 'keep':
      await files.store(message.paths);
      break;
    case 'keep-ahead':
      port?.postMessage(await files.prefetch(message.language, message.most));
      break;
    case 'take-over':
      await scope.skipWaiting();
  }
  // The page that sent the message is open; other pages may be closed by now.
  await files.removeOlder(await openPages());
}

scope.addEventListener('message', (event) => {
  const message = event.data as MessageToWorker; // only pages of this origin can write to its worker
  event.waitUntil(obey(message, event));
});
