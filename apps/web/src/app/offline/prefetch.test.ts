import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import type { MessageToWorker } from './messages.ts';
import { type NetworkHints, prefetchAllPages } from './prefetch.ts';

/** A worker that lacks so many files, and fetches them as long as the site can be reached. */
function withWorker(missing: number, network?: NetworkHints) {
  const time = createFakeTime();
  const world = { left: missing, siteIsThere: true, fetched: 0, allCached: 0 };
  const worker = {
    postMessage(message: MessageToWorker, [port]: MessagePort[] = []) {
      if (message.type !== 'keep-ahead') throw new Error(`Not expected: ${message.type}`);
      const next = world.siteIsThere ? Math.min(message.most, world.left) : 0;
      world.left -= next;
      world.fetched += next;
      port?.postMessage(world.left);
      port?.close();
    },
  };
  const done = prefetchAllPages(worker as unknown as ServiceWorker, {
    time,
    network,
    language: () => 'de',
    onAllCached() {
      world.allCached += 1;
    },
  });
  return { time, world, done };
}

/** Lets time pass until the run is over; answers of the worker do not depend on that time. */
async function toTheEnd({ time, done }: Pick<ReturnType<typeof withWorker>, 'time' | 'done'>): Promise<void> {
  let isOver = false;
  void done.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    await time.advance(5_000);
  }
}

test('nothing is prefetched before the page has been shown for a while, and then all files', async () => {
  const cached = withWorker(20);
  await new Promise((resolve) => setImmediate(resolve));
  await cached.time.advance(4_000);
  expect(cached.world).toMatchObject({ fetched: 0, allCached: 0 });
  await toTheEnd(cached);
  expect(cached.world).toMatchObject({ fetched: 20, allCached: 1 });
});

test.each([{ saveData: true }, { effectiveType: 'slow-2g' }, { effectiveType: '2g' }])(
  'with %j nothing is prefetched, and nothing is reported as cached',
  async (network) => {
    const cached = withWorker(20, network);
    await toTheEnd(cached);
    expect(cached.world).toMatchObject({ fetched: 0, allCached: 0 });
  },
);

test('files cached before are reported at once, also where data are to be saved', async () => {
  const cached = withWorker(0, { saveData: true });
  await cached.done;
  expect(cached.world).toMatchObject({ fetched: 0, allCached: 1 });
});

test('a site that is away ends it, and nothing is reported as cached', async () => {
  const cached = withWorker(20);
  cached.world.siteIsThere = false;
  await toTheEnd(cached);
  expect(cached.world).toMatchObject({ left: 20, allCached: 0 });
});
