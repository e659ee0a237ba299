/** The reference of the SDK at `/api/docs/sdk/`, as its reader finds it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { axeFindings } from './harness/axe-findings.ts';
import { isDeep } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { DESKTOP, PHONE, visit } from './harness/visit.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const suite = withTactus();

/** The exported names of the package, from its source. */
function exportedNames(): string[] {
  const entry = readFileSync(join(ROOT, 'packages', 'sdk', 'src', 'index.ts'), 'utf8');
  return [...entry.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.replace(/^\s*type\s+/, '').trim())
      .filter((name) => name !== ''),
  );
}

const WINDOWS = [
  ['a phone', PHONE, false],
  ['a desk, in the dark', DESKTOP, true],
] as const;

test.each(isDeep ? WINDOWS : WINDOWS.slice(0, 1))(
  'on %s: axe finds nothing, no rule is broken, nothing is wider than the screen',
  async (_, viewport, dark) => {
    const { page, complaints, close } = await visit(suite.browser, { viewport, dark });
    await page.goto(`${suite.tactus.url}/api/docs/sdk`);
    await page.getByRole('heading', { level: 1, name: '@tactus/sdk' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const elsewhere = await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => !name.startsWith(location.origin)),
    );
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  },
);

test('every export has its place with a sentence, and every link leads somewhere', async () => {
  const { page, close } = await visit(suite.browser);
  await page.goto(`${suite.tactus.url}/api/docs/sdk/`);
  const places = await page.getByRole('article').evaluateAll((articles) =>
    articles.map((article) => ({
      name: article.getAttribute('aria-labelledby') ?? '',
      sentence: article.querySelector('p')?.textContent?.trim() ?? '',
    })),
  );
  const names = exportedNames();
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !places.some((place) => place.name === name))).toEqual([]);
  expect(places.filter(({ sentence }) => sentence.length < 10).map(({ name }) => name)).toEqual([]);
  expect(places.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['createScriptedCloud', 'createRecordedCloud']),
  );
  const dead = await page.evaluate(() =>
    [...document.querySelectorAll('a[href^="#"]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => document.getElementById(href.slice(1)) === null),
  );
  expect(dead).toEqual([]);
  await close();
});
