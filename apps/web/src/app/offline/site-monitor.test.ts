import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createSiteMonitor } from './site-monitor.ts';

/** A site whose server answers, is gone, or is replaced by the service worker's cache. */
function watchedSite({ onLine = true } = {}) {
  const time = createFakeTime();
  const listeners = new Map<string, () => void>();
  const world: { server: 'there' | 'gone' | 'cached'; fetches: number; reloads: number } = {
    server: 'there',
    fetches: 0,
    reloads: 0,
  };
  const site = createSiteMonitor({
    time,
    fetch: async () => {
      world.fetches += 1;
      if (world.server === 'gone') throw new TypeError('Failed to fetch');
      return new Response('{}', { headers: world.server === 'cached' ? { 'x-tactus-kept': '1' } : {} });
    },
    window: {
      navigator: { onLine },
      location: {
        reload() {
          world.reloads += 1;
        },
      },
      addEventListener: (type, run) => void listeners.set(type, run),
    },
  });
  return { site, time, world, happens: (type: 'online' | 'offline') => listeners.get(type)?.() };
}

test('a cached answer, and a missing one, mean that the site is away; it is fetched again until it answers itself', async () => {
  for (const server of ['cached', 'gone'] as const) {
    const { site, time, world } = watchedSite();
    world.server = server;
    await site.fetch('/config.json').catch((error: unknown) => expect(error).toBeInstanceOf(TypeError));
    expect(site.state.getState().offline).toBe(true);
    await time.advance(5000);
    expect(world.fetches).toBe(2);
    world.server = 'there';
    await time.advance(5000);
    expect(site.state.getState().offline).toBe(false);
    await time.advance(60_000);
    expect(world.fetches).toBe(3);
  }
});

test('the browser reports the loss of the network; its return counts once the site answers', async () => {
  const { site, time, world, happens } = watchedSite();
  happens('offline');
  expect(site.state.getState().offline).toBe(true);
  world.server = 'gone';
  happens('online');
  await time.advance(0);
  expect(site.state.getState().offline).toBe(true);
  world.server = 'there';
  await time.advance(5000);
  expect(site.state.getState().offline).toBe(false);
  expect(watchedSite({ onLine: false }).site.state.getState().offline).toBe(true);
});

test('a newer version is offered, and nothing reloads before the person confirms', () => {
  const { site, world } = watchedSite();
  let newer = 0;
  site.offerVersion(() => {
    newer += 1;
  });
  expect(site.state.getState().newVersion).toBe(true);
  expect({ newer, reloads: world.reloads }).toEqual({ newer: 0, reloads: 0 });
  site.reload();
  expect({ newer, reloads: world.reloads }).toEqual({ newer: 1, reloads: 0 });
});
