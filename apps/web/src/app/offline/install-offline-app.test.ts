import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { installOfflineApp } from './install-offline-app.ts';
import type { MessageToWorker } from './messages.ts';

/** A browser in which a newer version of the app waits. The running one lacks so many files of all pages. */
async function withNewerVersion({ missing = 1 } = {}) {
  const time = createFakeTime();
  const sent: string[] = [];
  let fetched = 0;
  let allCached = 0;
  const waiting = {
    postMessage(message: MessageToWorker, [port]: MessagePort[] = []) {
      sent.push(message.type);
      if (message.type === 'keep-ahead') fetched = Math.min(20, fetched + message.most);
      port?.postMessage(message.type === 'keep-ahead' && 20 - fetched);
      port?.close();
    },
  };
  const registration = Object.assign(new EventTarget(), { waiting, update: async () => undefined });
  const controller = {
    postMessage(message: MessageToWorker, [port]: MessagePort[] = []) {
      if (message.type === 'keep-ahead') port?.postMessage(missing);
      port?.close();
    },
  };
  const container = Object.assign(new EventTarget(), { controller, register: async () => registration });
  let reloads = 0;
  const offered = await new Promise<() => void>((resolve, reject) => {
    installOfflineApp({
      time,
      // Only the used part of each.
      container: container as unknown as ServiceWorkerContainer,
      document: Object.assign(new EventTarget(), { querySelector: () => null }) as unknown as Document,
      location: {
        origin: 'https://site.example',
        reload() {
          reloads += 1;
        },
      },
      performance: { getEntriesByType: () => [] },
      site: { offerVersion: resolve },
      language: () => 'en-US',
      network: undefined,
      onAllCached() {
        allCached += 1;
      },
    }).catch(reject);
  });
  return {
    ...{ time, sent, offered, reloads: () => reloads, fetched: () => fetched, allCached: () => allCached },
    takesOver: () => container.dispatchEvent(new Event('controllerchange')),
    isActive: () => Object.assign(registration, { waiting: null }),
  };
}

test('a page reloads once the newer version that the person wants has taken over', async () => {
  const { time, sent, offered, reloads, takesOver } = await withNewerVersion();
  expect(sent).toEqual(['is-yours']);
  await time.advance(60_000);
  expect(reloads()).toBe(0);
  offered();
  expect(sent).toEqual(['is-yours', 'take-over']);
  expect(reloads()).toBe(0);
  takesOver();
  expect(reloads()).toBe(1);
});

test('a newer version that the browser delays does not delay the person', async () => {
  const { time, offered, reloads } = await withNewerVersion();
  offered();
  await time.advance(1_999);
  expect(reloads()).toBe(0);
  await time.advance(1);
  expect(reloads()).toBe(1);
});

test('where it has taken over in another tab already, the page reloads at once', async () => {
  const { offered, reloads, isActive } = await withNewerVersion();
  isActive();
  offered();
  expect(reloads()).toBe(1);
});

test('where every page opens without a network, the newer version caches all of its pages while it waits', async () => {
  const { time, fetched, allCached } = await withNewerVersion({ missing: 0 });
  while (fetched() < 20) {
    await new Promise((resolve) => setImmediate(resolve));
    await time.advance(5_000);
  }
  await new Promise((resolve) => setImmediate(resolve));
  await time.advance(5_000);
  // The notice is about the version that runs.
  expect(allCached()).toBe(0);
});

test('where not every page is cached, as where data are to be saved, the newer version fetches nothing ahead', async () => {
  const { time, sent, fetched } = await withNewerVersion({ missing: 3 });
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await time.advance(5_000);
  }
  expect(sent).toEqual(['is-yours']);
  expect(fetched()).toBe(0);
});
