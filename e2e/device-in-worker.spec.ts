/** The modelled device runs behind the device link in a worker of a browser tab, unchanged, and the cloud drives it. */
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { buildPage } from './harness/built-page.ts';
import { startTactus } from './harness/tactus.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./device-in-worker/${name}.ts`, import.meta.url));

test('a device in a worker is enrolled, driven and followed like any other', async () => {
  const built = await buildPage({ page: fileOf('page'), worker: fileOf('worker') });
  onTestFinished(built.remove);
  const tactus = await startTactus(built.folder);
  onTestFinished(() => tactus.close());
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(tactus.url);
  await expect.poll(() => page.evaluate(() => 'startDevice' in window)).toBe(true);
  const connectionKey = await page.evaluate(() => window.startDevice());
  await expect.poll(() => page.evaluate(() => window.linkStates)).toContain('linked');

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${tactus.url}/api/handy-rest/v3${path}`, {
      method,
      headers: { 'X-Api-Key': 'test', 'X-Connection-Key': connectionKey, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { result?: Record<string, unknown> };
  };
  expect(await call('GET', '/connected')).toEqual({ result: { connected: true } });
  expect(await call('PUT', '/hamp/start')).toMatchObject({ result: { play_state: 1 } });
  await call('PUT', '/hamp/velocity', { velocity: 0.5 });
  const positionMm = async () => (await call('GET', '/slider/state')).result?.['position_absolute'];
  const first = await positionMm();
  await expect.poll(positionMm).not.toBe(first);
  expect(await call('PUT', '/hamp/stop')).toMatchObject({ result: { play_state: 0 } });
  await page.close();
  await expect
    .poll(async () => (await call('GET', '/connected')).result, { timeout: 60_000 })
    .toEqual({ connected: false });
  expect(errors).toEqual([]);
});
