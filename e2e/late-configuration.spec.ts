/** A site whose configuration does not come, or that has none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { withTactus } from './harness/suite.ts';
import { WEB_ROOT } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
const CONFIG = '**/config.json';
const html = (body: string, status = 200) => ({ status, contentType: 'text/html', body });

const suite = withTactus();
let person: Visit;

beforeEach(async () => {
  person = await visit(suite.browser, { viewport: PHONE });
});
afterEach(async () => {
  await person.close();
  await suite.tactus.device(KEY).put('/hamp/stop');
});

test('behind a login page the app says that nothing is reached, and once the site answers it starts, with leases', async () => {
  const { page } = person;
  await page.route(CONFIG, (route) => route.fulfill(html('<h1>Log in</h1>')));
  const leases: string[] = [];
  page.on('request', (request) => request.url().endsWith('/leases') && leases.push(request.method()));
  await page.goto(`${suite.tactus.url}/hamp?key=${KEY}&female=no`);
  await page.getByRole('status').getByText(words('error.network'), { exact: true }).waitFor();
  await page.unroute(CONFIG);
  await dock(page).shows('connection.ready');
  expect(await page.getByText(words('error.network')).count()).toBe(0);
  await page.getByRole('button', { name: words('hamp.start'), exact: true }).click();
  await until('the motion has a lease', async () => leases.includes('POST'));
});

test.each([
  ['a host that has no such file', html('Not found', 404)],
  ['a host that sends the page of the app in its place', html(readFileSync(join(WEB_ROOT, 'index.html'), 'utf8'))],
])('on %s the app starts, and talks to its own origin', async (_, answer) => {
  const { page } = person;
  await page.route(CONFIG, (route) => route.fulfill(answer));
  await page.goto(`${suite.tactus.url}/hamp?key=${KEY}&female=no`);
  await dock(page).shows('connection.ready');
  await page.getByText(words('missing.leases')).waitFor();
});
