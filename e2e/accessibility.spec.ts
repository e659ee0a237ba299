import { describe, expect, test } from 'vitest';
import { axeFindings } from './harness/axe-findings.ts';
import { pagePaths } from './harness/page-paths.ts';
import { withTactus } from './harness/suite.ts';
import { DESKTOP, PHONE } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

/** Every page, and the one for paths that lead nowhere. */
const ROUTES = [...pagePaths(), '/nowhere'];

const suite = withTactus();

describe.each([
  ['The Handy', 'DemoHandy1', false, PHONE],
  ['Oh', 'DemoOh0001', true, DESKTOP],
] as const)('as %s', (_, key, female, viewport) => {
  test.each(ROUTES)('axe finds nothing on %s, and nothing is wider than the screen', async (route) => {
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
