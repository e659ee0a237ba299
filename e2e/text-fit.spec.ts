/** No text is cut off, lies over another or out of its control: with a text twice as large, a page twice as large, in long words. */
import { describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { EVEN_SCRIPT, player, TEST_CLIP } from './app/player.ts';
import { pagePaths } from './harness/page-paths.ts';
import { isDeep } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { textFaults } from './harness/text-fit.ts';
import { DESKTOP, PHONE } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const PATHS = [...pagePaths(), '/nowhere'];
const LAPTOP = { width: 1280, height: 800 };
/** Twice the size that a browser has from the start, px. */
const LARGE_TEXT_PX = 32;

interface Look {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly locale: string;
  readonly textPx?: number;
}

const LOOKS: Readonly<Record<string, Look>> = {
  'a phone with text at 200 %': { viewport: PHONE, locale: 'en-US', textPx: LARGE_TEXT_PX },
  'a desktop with text at 200 %': { viewport: DESKTOP, locale: 'en-US', textPx: LARGE_TEXT_PX },
  'a desktop page at 200 %': { viewport: { width: 720, height: 450 }, locale: 'en-US' },
  'a phone in German': { viewport: PHONE, locale: 'de' },
  'a laptop in German': { viewport: LAPTOP, locale: 'de' },
  'a laptop in Japanese': { viewport: LAPTOP, locale: 'ja' },
};

const suite = withTactus();

/** Opens a page as a person has it whose browser shows text this large. */
async function open({ viewport, locale }: Look) {
  const person = await visitAgain(suite.browser, { viewport, locale });
  await person.page.goto(`${suite.tactus.url}/?key=DemoHandy1&female=false`);
  await dock(person.page, locale).says('connection.ready');
  return person;
}

/** In depth every page in every look, else each page in one of them, by turns. */
const pathsOf = (turn: number) => PATHS.filter((_, place) => isDeep || place % Object.keys(LOOKS).length === turn);

describe.each(Object.entries(LOOKS).map(([name, look], turn) => ({ name, look, paths: pathsOf(turn) })))(
  'on $name',
  ({ look, paths }) => {
    test('the words of a page fit, and no control stays under the dock', async () => {
      const person = await open(look);
      const faults: Record<string, string[]> = {};
      for (const path of paths) {
        await person.page.goto(suite.tactus.url + path);
        await person.page.getByRole('heading', { level: 1 }).first().waitFor();
        await person.page.evaluate((px) => {
          document.documentElement.style.fontSize = px === undefined ? '' : `${px}px`;
        }, look.textPx);
        const found = await textFaults(person.page);
        if (found.length > 0) faults[path] = found;
      }
      expect(faults).toEqual({});
      await person.close();
    }, 240_000);
  },
);

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('with text at 200 % on %s Start of the manual page is on the first screen', async (_, viewport) => {
  const person = await open({ viewport, locale: 'en-US' });
  await person.page.goto(`${suite.tactus.url}/hamp`);
  await manual(person.page).start().waitFor();
  await person.page.evaluate((px) => {
    document.documentElement.style.fontSize = `${px}px`;
  }, LARGE_TEXT_PX);
  const isMet = await manual(person.page)
    .start()
    .evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  expect(isMet).toBe(true);
  await person.close();
});

test.each(['en-US', 'de', 'ja'])('the rail shows every page on a screen of 900 px (%s)', async (locale) => {
  const person = await open({ viewport: DESKTOP, locale });
  const rail = person.page.getByRole('navigation', { name: words('menu.label', locale), exact: true });
  const { height, bottom } = await rail.evaluate((nav) => ({
    height: (nav.parentElement?.scrollHeight ?? 0) - (nav.parentElement?.clientHeight ?? 0),
    bottom: nav.querySelector('button:last-of-type')?.getBoundingClientRect().bottom ?? Infinity,
  }));
  expect(height).toBe(0);
  expect(bottom).toBeLessThanOrEqual(DESKTOP.height);
  await person.close();
});

test.each(['en-US', 'de', 'ja'])('the ramp of the manual page is on one line of a phone (%s)', async (locale) => {
  const person = await open({ viewport: PHONE, locale });
  await person.page.goto(`${suite.tactus.url}/hamp`);
  await person.page.getByRole('button', { name: words('hamp.ramp.shorter', locale), exact: true }).tap();
  const lines = await person.page
    .getByRole('group', { name: words('hamp.ramp', locale), exact: true })
    .locator('output')
    .evaluate((output) => {
      const range = document.createRange();
      range.selectNodeContents(output);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  expect(lines).toBe(1);
  await person.close();
});

test('on a laptop the controls of an open film stay inside their card, volume with them', async () => {
  const person = await open({ viewport: LAPTOP, locale: 'en-US' });
  await person.page.goto(`${suite.tactus.url}/local`);
  await player(person.page).files().setInputFiles([TEST_CLIP]);
  await player(person.page).files().setInputFiles(EVEN_SCRIPT);
  await player(person.page).nextAction().waitFor();
  const volume = person.page.getByRole('slider', { name: words('player.volume'), exact: true });
  await volume.waitFor();
  const boxes = await volume.evaluate((slider) => {
    const stage = slider.closest('section')?.getBoundingClientRect();
    return { right: slider.getBoundingClientRect().right, edge: stage?.right ?? 0 };
  });
  expect(boxes.right).toBeLessThanOrEqual(boxes.edge);
  expect(await textFaults(person.page)).toEqual([]);
  await person.close();
});

test.each([
  ['a phone', PHONE],
  ['a laptop', LAPTOP],
] as const)('on %s "Link it" can be brought out from under the dock in German', async (_, viewport) => {
  const person = await open({ viewport, locale: 'de' });
  await person.page.goto(`${suite.tactus.url}/link`);
  const submit = person.page.getByRole('button', { name: words('link.add.submit', 'de'), exact: true });
  await submit.waitFor();
  const isMet = await submit.evaluate((button) => {
    button.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { x, y, width, height } = button.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every((share) =>
      button.contains(document.elementFromPoint(x + width / 2, y + height * share)),
    );
  });
  expect(isMet).toBe(true);
  await person.close();
});
