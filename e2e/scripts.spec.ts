/** Scripts in the local player, in a real browser: read in a worker, edited, stored by their content. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { player } from './app/player.ts';
import { longestTaskMs } from './harness/page-tasks.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
/** In processor time: other load of the machine must not fail a test. */
const LONGEST_TASK_MS = 50;

const suite = withTactus();
const folder = mkdtempSync(join(tmpdir(), 'tactus-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let person: Visit;
let page: Page;
beforeEach(async () => {
  person = await visit(suite.browser);
  page = person.page;
  await page.addInitScript(
    (settings) => localStorage.setItem('tactus.settings', settings),
    JSON.stringify({ version: 2, deviceSelectionComplete: true, connectionKey: KEY }),
  );
});
afterEach(() => person.close());

/** A file with strokes of many lengths and speeds. */
function scriptFile(name: string, count: number): string {
  const file = join(folder, name);
  const actions = Array.from({ length: count }, (_, index) => ({
    at: index * 137 + (index % 7) * 11,
    pos: index % 2 === 0 ? 5 : 70 + ((index * 37) % 21),
  }));
  writeFileSync(file, JSON.stringify({ version: '1.0', inverted: false, range: 100, actions }));
  return file;
}

const recipe = () => page.getByRole('region', { name: words('player.recipe.title'), exact: true });
const report = () => page.getByRole('region', { name: words('player.script.title'), exact: true });

async function openWith(file: string): Promise<void> {
  await page.goto(`${suite.tactus.url}/local`);
  await player(page).files().setInputFiles(file);
  await player(page).panel('script').click();
  await report().waitFor();
}

test('a script of a million actions loads, and is changed, without a task of the page over 50 ms', async () => {
  const long = scriptFile('long.funscript', 1_000_000);
  const short = scriptFile('short.funscript', 100);
  await openWith(short);
  const loadAndChange = async () => {
    await player(page).files().setInputFiles(short);
    await report().getByText('1,000,000').waitFor({ state: 'detached' });
    await player(page).files().setInputFiles(long);
    await report().getByText('1,000,000').waitFor();
    await recipe()
      .getByRole('button', { name: words('player.recipe.invert'), exact: true })
      .click();
    await recipe().getByRole('status').and(page.locator('[aria-busy=false]')).waitFor();
  };
  expect(await longestTaskMs(page, loadAndChange, LONGEST_TASK_MS)).toBeLessThanOrEqual(LONGEST_TASK_MS);
  expect(person.complaints).toEqual([]);
});

test('the edits of a script are stored by its content, and restored under any name', async () => {
  await openWith(scriptFile('one.funscript', 100));
  await recipe()
    .getByRole('button', { name: words('player.recipe.invert'), exact: true })
    .click();
  await until('the edits are stored', async () => {
    const stored = await person.context.storageState({ indexedDB: true });
    return JSON.stringify(stored).includes('invert');
  });
  await openWith(scriptFile('the same.funscript', 100));
  await recipe()
    .getByRole('listitem')
    .filter({ hasText: words('player.recipe.invert') })
    .waitFor();
  await openWith(scriptFile('other.funscript', 101));
  expect(await recipe().getByRole('listitem').count()).toBe(0);
  expect(person.complaints).toEqual([]);
});
