/** The redirect to the Japanese site, and the content filter, by the configuration at the start. */
import type { Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { type Visit, visit } from './harness/visit.ts';

const JAPANESE_SITE = 'https://japan.example';
/** A host whose name contains .jp, at which the same app is served. */
const HOST = 'http://app.tactus.jp';

const suite = withTactus();
let people: Visit[] = [];
afterEach(async () => {
  for (const { context } of people) {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
  people = [];
});

/** A person whose browser has this language, at a deployment with a Japanese site, or without. */
async function come(locale: string, japaneseSite?: string): Promise<Page> {
  const comes = await visit(suite.browser, { locale });
  people.push(comes);
  const { context, page } = comes;
  await context.route(`${JAPANESE_SITE}/**`, (route) => route.fulfill({ body: 'The Japanese site' }));
  await context.route(`${HOST}/**`, async (route) => {
    const address = route.request().url().replace(HOST, suite.tactus.url);
    await route.fulfill({ response: await route.fetch({ url: address, headers: {} }) });
  });
  await context.route('**/config.json', async (route) => {
    const response = await route.fetch({ url: `${suite.tactus.url}/config.json`, headers: {} });
    await route.fulfill({ response, json: { ...(await response.json()), japaneseSite } });
  });
  return page;
}

const isAt = (page: Page, address: string) => until(`the address is ${address}`, async () => page.url() === address);

/** The Japanese content filter as the browser has stored it. */
const filter = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('tactus.settings') ?? '{}') as { japaneseContentFilter?: boolean })
        .japaneseContentFilter,
  );

further(
  'a language that names the Japanese site leads there, on the same path and query; another language does not',
  async () => {
    const japanese = await come('ja-JP', JAPANESE_SITE);
    await japanese.goto(`${suite.tactus.url}/about?from=here`);
    await isAt(japanese, `${JAPANESE_SITE}/about?from=here`);
    const german = await come('de-DE', JAPANESE_SITE);
    await german.goto(`${suite.tactus.url}/about?from=here`);
    await german.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(german.url()).origin).toBe(suite.tactus.url);
  },
);

further('a host name that contains .jp leads to the Japanese site, on the same path and query', async () => {
  const page = await come('en-US', JAPANESE_SITE);
  await page.goto(`${HOST}/about?from=here`);
  await isAt(page, `${JAPANESE_SITE}/about?from=here`);
});

further('a host name that contains .jp turns on the Japanese content filter, any other leaves it off', async () => {
  const page = await come('en-US');
  await page.goto(`${HOST}/device-selection`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => filter(page)).toBe(true);
  const elsewhere = await come('en-US');
  await elsewhere.goto(`${suite.tactus.url}/?female=false`);
  await elsewhere.getByRole('heading', { level: 1 }).first().waitFor();
  // The settings are stored some time after the page is shown.
  await expect.poll(() => filter(elsewhere)).toBe(false);
});
