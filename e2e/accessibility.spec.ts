import { describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { sharing } from './app/share.ts';
import { sheets } from './app/shortcuts.ts';
import { axeFindings } from './harness/axe-findings.ts';
import { goInApp } from './harness/go-in-app.ts';
import { pagePaths, settingsPaths } from './harness/page-paths.ts';
import { isDeep } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { DESKTOP, PHONE } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

/** Every page, and the page for unknown paths. */
const ROUTES = [...pagePaths(), ...settingsPaths(), '/nowhere'];

/** In a deep run every page in both modes, else each in one of them, alternating. */
const routesOf = (turn: 0 | 1) => ROUTES.filter((_, place) => isDeep || place % 2 === turn);

const suite = withTactus();

describe.each([
  ['The Handy', 'DemoHandy1', false, PHONE, routesOf(0)],
  ['Oh', 'DemoOh0001', true, DESKTOP, routesOf(1)],
] as const)('as %s', (_, key, female, viewport, routes) => {
  test.each(routes)('axe finds nothing on %s, and nothing is wider than the screen', async (route) => {
    const person = await visitAgain(suite.browser, { viewport });
    await person.page.goto(`${suite.tactus.url}${route}?key=${key}&female=${female}`);
    await person.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await axeFindings(person.page)).toEqual([]);
    const overflow = await person.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(person.complaints).toEqual([]);
    await person.close();
  });
});

test('with text at 200 % on a phone axe finds nothing in menu, Share, the sheet of the device and the pages to set up and read', async () => {
  const person = await visitAgain(suite.browser, { viewport: PHONE });
  const { page } = person;
  const found: Record<string, string[]> = {};
  const look = async (name: string) => {
    found[name] = await axeFindings(page);
  };
  await page.goto(`${suite.tactus.url}/remote?key=DemoHandy1&female=false#share`);
  await dock(page).shows('connection.ready');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await sharing(page).openLimits();
  await sharing(page).openWays();
  await look('Share');
  await page.getByRole('button', { name: words('menu.open'), exact: true }).tap();
  await look('menu');
  await page.getByRole('button', { name: words('menu.close'), exact: true }).tap();
  await dock(page).name().tap();
  await sheets(page).device().waitFor();
  await look('sheet');
  await page.getByRole('button', { name: words('app.close'), exact: true }).tap();
  for (const path of ['/beatbox', '/settings#limits', '/settings#gamepad', '/community', '/about']) {
    await goInApp(page, path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await look(path);
  }
  expect(Object.entries(found).filter(([, findings]) => findings.length > 0)).toEqual([]);
  await person.close();
});
