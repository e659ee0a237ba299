import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { installOfflineApp } from './install-offline-app.ts';
import type { MessageToWorker } from './messages.ts';

/** A browser in which a newer version of the app waits. */
async function withNewerVersion() {
  const time = createFakeTime();
  const sent: string[] = [];
  const waiting = {
    postMessage(message: MessageToWorker, [port]: MessagePort[] = []) {
      sent.push(message.type);
      port?.postMessage(false);
      port?.close();
    },
  };
  const registration = Object.assign(new EventTarget(), { waiting, update: async () => undefined });
  const controller = { postMessage: () => undefined };
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
      onAllCached: () => undefined,
    }).catch(reject);
  });
  return {
    ...{ time, sent, offered, reloads: () => reloads },
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
