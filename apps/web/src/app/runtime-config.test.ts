import { readFileSync } from 'node:fs';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { DEFAULT_RUNTIME_CONFIG, fetchRuntimeConfig } from './runtime-config.ts';

/** The app's own page: a host of files may send it, with status 200, in the place of a file that it does not have. */
const OWN_PAGE = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
const LOGIN_PAGE = '<!doctype html><html lang="en"><div id="root"></div><h1>Log in</h1></html>';
const LEASES = { features: { leases: true } };

type Answer = () => Response | Promise<Response>;
const answer =
  (body: string, status = 200): Answer =>
  () =>
    new Response(body, { status });
const configured: Answer = () => Response.json(LEASES);

/** Reads the configuration of a site that answers one request after another in these ways, and then with its configuration. */
function read(...answers: readonly Answer[]) {
  const time = createFakeTime();
  const at: number[] = [];
  const modes: unknown[] = [];
  const seen: { config?: object; warnings: number; failures: number } = { warnings: 0, failures: 0 };
  const settled = fetchRuntimeConfig({
    time,
    log: { warn: () => void seen.warnings++ },
    onFailure: () => void seen.failures++,
    fetch: (_, { signal, cache } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        modes.push(cache);
        Promise.resolve((answers[at.push(time.monotonic()) - 1] ?? configured)()).then(resolve, reject);
      }),
  }).then((config) => {
    seen.config = config;
  });
  return { time, at, modes, seen, settled };
}

test.each([
  ['no such file', answer('Not found', 404)],
  ['the app’s own page in its place', answer(OWN_PAGE)],
])('where the site answers with %s, the configuration is the default', async (_, only) => {
  const { at, seen, settled } = read(only);
  await settled;
  expect(at).toHaveLength(1);
  expect(seen).toEqual({ config: DEFAULT_RUNTIME_CONFIG, warnings: 0, failures: 0 });
});

test.each([
  ['an error of a gateway', answer('<h1>Bad gateway</h1>', 502)],
  ['an error in the form of a configuration', answer('{}', 500)],
  ['a refusal', answer('{}', 403)],
  ['a login page', answer(LOGIN_PAGE)],
  ['a list', answer('[]')],
  ['nothing', answer('')],
  ['the app’s own page with an error', answer(OWN_PAGE, 503)],
  ['no connection', () => Promise.reject(new TypeError('offline'))],
] as const)('%s is no configuration: it is requested again until it comes', async (_, wrong) => {
  const { time, seen, settled } = read(wrong, wrong);
  await time.run(10_000);
  await settled;
  expect(seen).toEqual({ config: { ...DEFAULT_RUNTIME_CONFIG, ...LEASES }, warnings: 2, failures: 2 });
});

test('a request without an answer ends after ten seconds, the next goes past the cache of the browser', async () => {
  const silence: Answer = () => new Promise(() => undefined);
  const { time, at, modes, seen, settled } = read(silence);
  await time.run(9_999);
  expect(seen).toEqual({ warnings: 0, failures: 0 });
  await time.run(1);
  expect(seen).toEqual({ warnings: 1, failures: 1 });
  await time.run(1_000);
  await settled;
  expect(at).toEqual([0, 11_000]);
  // The page itself has started the first request, and only one with nothing set is that one.
  expect(modes).toEqual([undefined, 'no-store']);
  expect(seen.config).toMatchObject(LEASES);
});

test('an answer that breaks off is requested again too', async () => {
  const halfOpen: Answer = () =>
    new Response(new ReadableStream({ start: (body) => body.error(new TypeError('lost')) }));
  const { time, seen, settled } = read(halfOpen);
  await time.run(2_000);
  await settled;
  expect(seen.config).toMatchObject(LEASES);
});

test('the pauses grow to eight seconds', async () => {
  const { time, at, settled } = read(...Array<Answer>(6).fill(answer('', 502)));
  await time.run(60_000);
  await settled;
  expect(at.map((ms, index) => ms - (at[index - 1] ?? 0))).toEqual([0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
});
