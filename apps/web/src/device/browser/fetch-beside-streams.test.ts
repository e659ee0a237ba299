import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createFetchBesideStreams } from './fetch-beside-streams.ts';

const STREAM = { headers: { Accept: 'text/event-stream' }, credentials: 'omit' } as const;
const LOADED_MS = 20_000;

/** A page, and its requests as they are sent; without credentials they wait for ever where streams hold all connections. */
function openPage({ isFull = false } = {}) {
  const time = createFakeTime();
  const sent: string[] = [];
  const fetch = createFetchBesideStreams({
    time,
    origin: () => 'https://app.example',
    fetch(url, { method = 'GET', credentials }) {
      sent.push(`${method} ${url} ${credentials}`);
      if (isFull && credentials === 'omit') return new Promise(() => undefined);
      return Promise.resolve(new Response(credentials));
    },
  });
  return { time, sent, fetch };
}

test('streams go without credentials, and everything else with those of this origin', async () => {
  const { time, sent, fetch } = openPage();
  await time.advance(LOADED_MS);
  await fetch('/sse', STREAM);
  await fetch('/hamp/stop', { method: 'PUT', credentials: 'omit' });
  await fetch('/info', { credentials: 'omit' });
  expect(sent).toEqual(['GET /sse omit', 'PUT /hamp/stop same-origin', 'GET /info same-origin']);
});

test('while the page loads, requests do not wait for its files either: they go without credentials', async () => {
  const { time, sent, fetch } = openPage();
  await fetch('/info', { credentials: 'omit' });
  await fetch('/hamp/start', { method: 'PUT', credentials: 'omit' });
  await time.advance(5_000);
  expect(sent).toEqual(['GET /info omit', 'PUT /hamp/start omit']);
});

test.each([
  ['GET', '/info?timeout=5000'],
  ['PUT', '/hamp/stop?timeout=5000'],
  ['DELETE', '/shares/1'],
])('where streams hold all connections then, %s %s is answered after two seconds, once', async (method, url) => {
  const { time, sent, fetch } = openPage({ isFull: true });
  const answer = fetch(url, { method, credentials: 'omit' });
  await time.advance(2_000);
  expect(await (await answer).text()).toBe('same-origin');
  expect(sent).toEqual([`${method} ${url} omit`, `${method} ${url} same-origin`]);
});

test('a command with a number is sent the other way too, since the cloud executes it once', async () => {
  const { time, sent, fetch } = openPage({ isFull: true });
  const headers = { 'X-Tactus-Sequence': 'a/1' };
  const answer = fetch('/hamp/start', { method: 'PUT', headers, credentials: 'omit' });
  await time.advance(2_000);
  expect(await (await answer).text()).toBe('same-origin');
  expect(sent).toEqual(['PUT /hamp/start omit', 'PUT /hamp/start same-origin']);
});

test('to another origin everything goes as it is', async () => {
  const { time, sent, fetch } = openPage();
  void fetch('https://cloud.example/info', { credentials: 'omit' });
  await time.advance(LOADED_MS);
  void fetch('https://cloud.example/info', { credentials: 'omit' });
  expect(sent).toEqual(['GET https://cloud.example/info omit', 'GET https://cloud.example/info omit']);
});

test('what would move the device twice is sent once', async () => {
  const { time, sent, fetch } = openPage({ isFull: true });
  void fetch('/hamp/start', { method: 'PUT', credentials: 'omit' });
  await time.advance(LOADED_MS);
  expect(sent).toEqual(['PUT /hamp/start omit']);
});
