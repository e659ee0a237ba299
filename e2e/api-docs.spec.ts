/** The API reference at `/api/docs`, as the author of a client uses it. */
import { DEVICE_API_PREFIX } from '@tactus/protocol';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deeper } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { visit } from './harness/visit.ts';

const suite = withTactus();

interface Operation {
  readonly summary: string;
}

/** The renderer checks whether it may compile code at run time; it may not, and works without. */
const ASKED_FOR_EVAL = 'console: security policy violated: script-src eval ';

async function openReference(at = ''): Promise<{ page: Page; complaints: readonly string[] }> {
  const { page, complaints } = await visit(suite.browser);
  await page.goto(`${suite.tactus.url}/api/docs/${at}`);
  await page.getByRole('heading', { name: 'Tactus device API' }).first().waitFor();
  return { page, complaints };
}

/** Opens a call's form and sends it unchanged; returns the answer that the page shows. */
async function tryOut(page: Page, call: string): Promise<string> {
  const [method = '', shortPath = ''] = call.split(' ');
  const path = `${DEVICE_API_PREFIX}${shortPath}`;
  await page.goto(`${suite.tactus.url}/api/docs/#tag/${shortPath.split('/')[1]}/${method}${path}`);
  await page.reload();
  await page.getByRole('button', { name: new RegExp(`Test Request\\s*\\(${method.toLowerCase()} ${path}\\)`) }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Send' }).first().click();
  const body = form.locator('.cm-content').last();
  await until('an answer is shown', async () => /"(result|error)"/.test(await body.innerText().catch(() => '')));
  return body.innerText();
}

deeper('the reference lists every call of every group, loads nothing from elsewhere and breaks no rule', async () => {
  const { page, complaints } = await openReference();
  const document = (await (await fetch(`${suite.tactus.url}/api/docs/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const closed = page.getByRole('button', { name: /Open Group/ });
  await closed.first().waitFor();
  for (let groups = await closed.count(); groups > 0; groups--) await closed.first().click();
  await until('every call is listed', async () => {
    const listed = await page.locator('body').innerText();
    return operations.every(({ summary }) => listed.includes(summary));
  });
  const elsewhere = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => !name.startsWith(location.origin)),
  );
  expect(elsewhere).toEqual([]);
  expect(complaints.filter((complaint) => complaint !== ASKED_FOR_EVAL)).toEqual([]);
});

test('a call can be tried as it stands, against a virtual device', async () => {
  const { page, complaints } = await openReference();
  expect(await tryOut(page, 'GET /info')).toContain('"fw_version"');
  expect(await tryOut(page, 'PUT /hamp/start')).toMatch(/"play_state": 1/);
  const device = suite.tactus.device('DemoHandy1');
  await until('the device moves', () => device.isMoving());
  await device.put('/hamp/stop');
  expect(complaints.filter((complaint) => complaint !== ASKED_FOR_EVAL)).toEqual([]);
});
