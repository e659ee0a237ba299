/** The owner of a server reads on the about page that there is a newer version, and how to get it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sharedBrowser } from './harness/browser.ts';
import { goInApp } from './harness/go-in-app.ts';
import { startTactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

/** A place that says which version is the newest. */
async function placeOf(version: string): Promise<string> {
  const place = createServer((_, response) => response.end(JSON.stringify({ name: 'tactus', version })));
  await new Promise<void>((resolve) => place.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void place.close());
  return `http://127.0.0.1:${(place.address() as AddressInfo).port}/tactus/latest`;
}

async function openAbout({ updates, locale = 'en-US' }: { updates?: string; locale?: string }) {
  const tactus = await startTactus(undefined, { updates });
  onTestFinished(() => tactus.close());
  const newest = async () => (await (await fetch(`${tactus.url}/api/tactus/version`)).json()).newest;
  if (updates !== undefined) await until('the cloud knows the newest version', async () => (await newest()) !== '');
  const person = await visit(await sharedBrowser(), { viewport: locale === 'de' ? PHONE : DESKTOP, locale });
  onTestFinished(() => person.close());
  const asked: string[] = [];
  person.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await person.page.goto(`${tactus.url}/about?female=no`);
  await person.page.getByText(words('content.thirdParty', locale)).first().waitFor();
  return { ...person, asked };
}

test.each(['en-US', 'de'])(
  'the page names the newer version, the one that runs, and the command, in %s',
  async (locale) => {
    const { page, complaints } = await openAbout({ updates: await placeOf('999.0.0'), locale });
    const note = page.getByRole('main').getByRole('status').first();
    await note.getByText(words('content.newer', locale).replace('{newest}', '999.0.0'), { exact: true }).waitFor();
    const text = await note.innerText();
    expect(text).toContain(words('content.newer.text', locale).replace('{version}', '0.1.0'));
    expect(await note.getByText('git pull && npm start', { exact: true }).count()).toBe(1);
    const width = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(width).toBe(0);
    expect(complaints).toEqual([]);
  },
);

test('without the setting the page asks for no version', async () => {
  const { page, asked, complaints } = await openAbout({});
  await goInApp(page, '/changelog');
  await page.getByRole('heading', { level: 1, name: words('page.changelog') }).waitFor();
  expect(asked).toContain('/config.json');
  expect(asked).not.toContain('/api/tactus/version');
  expect(await page.getByText(words('content.newer').replace('{newest}', '').trim()).count()).toBe(0);
  expect(complaints).toEqual([]);
});
