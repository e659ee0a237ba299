import { systemTime } from '@tactus/time';
import type { BuildFiles } from './build-files.ts';
import { createKeptFiles } from './kept-files.ts';
import type { PageMessage } from './messages.ts';
import { requestWay } from './request-way.ts';
import type { WorkerScope } from './worker-scope.ts';

// The service worker: the app opens without a network, and a new version waits until a person asks for it.

/** Written in by `vite/service-worker.ts`. */
declare const __TACTUS_BUILD__: BuildFiles;

const scope = globalThis as unknown as WorkerScope; // this script runs as a service worker only
const build = __TACTUS_BUILD__;
const files = createKeptFiles({ build, caches, fetch: (...request) => fetch(...request), time: systemTime });

scope.addEventListener('install', (event) => event.waitUntil(files.install()));

scope.addEventListener('activate', (event) => event.waitUntil(files.removeOlder().then(() => scope.clients.claim())));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, url, mode, headers } = request;
  const way = requestWay({ method, url, mode, isPart: headers.has('range') }, scope.location.origin);
  if (way !== 'pass') event.respondWith(files[way](request));
});

scope.addEventListener('message', (event) => {
  const message = event.data as PageMessage; // only pages of this origin can write to its worker
  if (message.type === 'is-yours') event.ports[0]?.postMessage(build.assets.includes(message.path));
  if (message.type === 'keep') event.waitUntil(files.keep(message.paths));
  if (message.type === 'take-over') event.waitUntil(scope.skipWaiting());
});
