/** Films of a local media server without a certificate: played on a page over http, refused with a reason elsewhere. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { player, TEST_CLIP } from './app/player.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const FILM = 'http://nas.example:8096/film.webm';
const SECURE_APP = 'https://tactus.example';

let person: Visit;
beforeEach(async () => {
  person = await visit(suite.browser, { viewport: PHONE });
  await person.page.addInitScript(
    (settings) => localStorage.setItem('tactus.settings', settings),
    JSON.stringify({ version: 2, deviceSelectionComplete: true, connectionKey: 'DemoHandy1' }),
  );
});
afterEach(() => person.close());

async function openFilm(): Promise<void> {
  const { page } = person;
  await page.getByRole('textbox', { name: words('player.urls.video'), exact: true }).fill(FILM);
  await page.getByRole('button', { name: words('player.urls.open'), exact: true }).click();
}

test('a film over http:// plays on a page over http://', async () => {
  const { page } = person;
  await page.route(FILM, (route) => route.fulfill({ contentType: 'video/webm', body: readFileSync(TEST_CLIP) }));
  await page.goto(`${suite.tactus.url}/local`);
  await openFilm();
  const local = player(page);
  await local.play().click();
  await until('it plays', async () => (await local.medium()).ms > 300);
  expect(await local.alert().count()).toBe(0);
  expect(person.complaints).toEqual([]);
});

test('on a page over https:// the field explains why a film over http:// cannot be played, and opens nothing', async () => {
  const { page } = person;
  // The app behind a certificate, as far as the page can see. The cloud itself would take that for another site.
  await page.route(`${SECURE_APP}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    if (pathname.startsWith('/api/')) return route.abort();
    const response = await route.fetch({ url: `${suite.tactus.url}${pathname}${search}`, headers: { accept: '*/*' } });
    await route.fulfill({ response });
  });
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http://nas')) requests.push(request.url());
  });
  await page.goto(`${SECURE_APP}/local`);
  await openFilm();
  await page.getByText(words('player.urls.mixed'), { exact: true }).waitFor();
  const field = page.getByRole('textbox', { name: words('player.urls.video'), exact: true });
  expect(await field.inputValue()).toBe(FILM);
  expect(await player(page).video().count()).toBe(0);
  expect(requests).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
