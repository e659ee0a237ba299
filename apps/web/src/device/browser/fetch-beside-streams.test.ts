import { afterEach, expect, test, vi } from 'vitest';
import { fetchBesideStreams } from './fetch-beside-streams.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('streams go without credentials, and everything else with those of this origin', async () => {
  const sent: (readonly [string, RequestInit])[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push([url, init]);
    return new Response();
  });
  const stream = { headers: { Accept: 'text/event-stream' }, credentials: 'omit' } as const;
  await fetchBesideStreams('/sse', stream);
  await fetchBesideStreams('/hamp/stop', { method: 'PUT', credentials: 'omit' });
  await fetchBesideStreams('/config.json');
  expect(sent).toEqual([
    ['/sse', stream],
    ['/hamp/stop', { method: 'PUT', credentials: 'same-origin' }],
    ['/config.json', { credentials: 'same-origin' }],
  ]);
});
