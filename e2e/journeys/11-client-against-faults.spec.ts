/**
 * Journey 11: building a client against the cloud with faults. A developer follows docs/clients.md word by word: a program with
 * the packed SDK, the same by curl, a page of another origin, and then a bad link, while the debug pages show the traffic.
 * Profiles: our own cloud (leases, demo devices and faults to the letter of the page).
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { newcomer, openMenu, typeKey } from '../app/newcomer.ts';
import { settingsPage } from '../app/settings.ts';
import { workshop } from '../app/workshop.ts';
import { codeOf, curl } from '../harness/documented.ts';
import { installSdk, type SdkProgram, servePage } from '../harness/sdk-program.ts';
import { withTactus } from '../harness/suite.ts';
import { until } from '../harness/until.ts';
import { DESKTOP, visit } from '../harness/visit.ts';
import { words } from '../harness/words.ts';

const suite = withTactus();
let sdk: SdkProgram;
let served: { readonly url: string; close(): void } | undefined;

beforeAll(async () => {
  sdk = await installSdk();
});
afterAll(() => {
  served?.close();
  sdk?.remove();
});

test('the page for client authors is followed to the letter, on a good link and on a bad one, and the debug pages show it', async () => {
  const { url } = suite.tactus;
  const page = codeOf('docs/clients.md', url);
  // Other blocks of this language configure a generator (docs/clients.md, "A client that is generated").
  const programs = page.filter(({ code }) => code.includes("from '@tactus/sdk'")).map(({ code }) => code);
  const lines = page.flatMap(({ code }) => code.split('\n').filter((line) => line.startsWith('curl ')));
  const linesWith = (text: string) => lines.filter((line) => line.includes(text));
  const device = suite.tactus.device('DemoHandy1');
  const plays = async () => (await device.hamp()).play_state === 1;

  // The developer watches the demo device in the app.
  const developer = await newcomer(suite, { viewport: DESKTOP });
  await typeKey(developer.page, 'DemoHandy1');
  await dock(developer.page).shows('connection.ready');
  await openMenu(developer.page, 'page.settings');
  await settingsPage(developer.page).section('settings.developer').click();
  await settingsPage(developer.page).toggle('settings.developer.mode').click();
  await openMenu(developer.page, 'page.debug');
  const tools = workshop(developer.page);
  await tools.tool('debug.tool.events').check();

  // A first client with the SDK.
  expect(programs).toHaveLength(1);
  const file = join(sdk.folder, 'client.js');
  writeFileSync(file, programs[0] ?? '');
  const run = () => promisify(execFile)(process.execPath, [file], { timeout: 240_000 });
  const good = run();
  await until('the program moves the device', plays);
  await tools.showsText('• hamp_state_changed');
  expect((await good).stdout).toMatch(/^now 0\.4$[\s\S]*^confirmed$/m);
  await until('it rests', async () => !(await plays()));

  // The same by curl: the stream stays open, so it is read in parallel.
  const [stream = '', ...calls] = lines.filter((line) => line.includes('/api/handy-rest/v3'));
  const events = await curl(stream);
  expect(events.headers.get('content-type')).toContain('text/event-stream');
  for (const call of calls) {
    const answer = await curl(call);
    expect([call, answer.status]).toEqual([call, 200]);
    expect(await answer.json()).not.toHaveProperty('error');
    if (call.includes('/hamp/velocity')) expect(await device.hamp()).toMatchObject({ play_state: 1, velocity: 0.4 });
  }
  expect(await plays()).toBe(false);
  let received = '';
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  await until('the stream has sent the event', async () => {
    received += (await reader?.read())?.value ?? '';
    return received.includes('hamp_state_changed');
  });
  await reader?.cancel();

  // A page of another origin, with a device of its own and a link that is slow and loses answers.
  expect((await curl(linesWith('"MyPage0001"')[0] ?? '')).status).toBe(201);
  const slow = linesWith('roundTripMs')[0] ?? '';
  await curl(slow.replace('DemoHandy1', 'MyPage0001'));
  const readme = codeOf('packages/sdk/README.md', url).find(({ language }) => language === 'html');
  served = await servePage(readme?.code ?? '', sdk.folder);
  const visitor = await visit(suite.browser);
  await visitor.page.goto(served.url);
  await visitor.page.getByLabel('Connection key').fill('MyPage0001');
  await visitor.page.getByRole('button', { name: 'Start' }).click();
  const ownNow = (linesWith('/now/')[0] ?? '').replace('DemoHandy1', 'MyPage0001');
  const ownState = async () => ((await (await curl(ownNow)).json()) as { play_state: number }).play_state;
  const waitForStatus = (text: string) => visitor.page.getByRole('status').filter({ hasText: text }).waitFor();
  await waitForStatus('It moves');
  expect(await ownState()).toBe(1);
  await visitor.page.getByRole('button', { name: 'Stop' }).click();
  await waitForStatus('confirmed');
  expect(await ownState()).toBe(0);

  // Such a link as the debug pages show it.
  await curl(slow);
  await tools.tool('debug.tool.latency').check();
  await tools.tool('debug.latency.device').check();
  await tools.button('debug.latency.start').click();
  await tools.showsText(words('debug.latency.p50'));
  const shown = async () => Number(/([\d.,]+) ms/.exec(await tools.fact('debug.latency.p50').innerText())?.[1]);
  await until('the round trip is shown', async () => (await shown()) >= 300);
  await tools.button('debug.latency.stop').click();
  await curl(linesWith("'{}'")[0] ?? '');

  // A failing server: the program prints the meaning, and advice.
  await curl(slow.replace(/'\{.*\}'/, `'{"serverErrors":1}'`));
  const refused = await run();
  expect(refused.stderr).toContain('The cloud answered with an HTTP error');
  expect(refused.stdout).toMatch(/^could-not-send$/m);
  await curl(linesWith("'{}'")[0] ?? '');

  // Other events of a device: a restart, a second app that moves it, a motor that gets hot.
  const [restart = '', second = '', hot = ''] = linesWith('/do ');
  await tools.tool('debug.tool.events').check();
  await tools.field('debug.events.filter').fill('device_connected');
  await curl(restart);
  await tools.showsText('• device_connected');
  await dock(developer.page).shows('connection.ready');
  await curl(second);
  await dock(developer.page).shows('dock.moving');
  await curl(hot);
  await developer.page.getByText(words('trouble.motorHot'), { exact: true }).waitFor();
  await dock(developer.page).stop().click();
  await until('it rests', async () => !(await plays()));

  expect(developer.complaints.filter((text) => !/status of (429|500)/.test(text))).toEqual([]);
  expect(visitor.complaints.filter((text) => !/status of 429/.test(text))).toEqual([]);
  await visitor.close();
  await developer.close();
});
