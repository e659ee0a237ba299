import { describe, expect, test } from 'vitest';
import { axeFindings } from './harness/axe-findings.ts';
import { pagePaths, settingsPaths } from './harness/page-paths.ts';
import { isDeep } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { DESKTOP, PHONE } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

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
