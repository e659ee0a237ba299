/** Scripts that cannot be downloaded or read, and uploads that are no script (docs/specification.md, "8.1 Scripts"). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorKinds } from '@tactus/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { refusal } from '../driven-cloud/answers.ts';
import { type Box, profiles, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';
import { now, upload } from './facts/preparations.ts';

const DOWNLOAD_FAILED = {
  error: { code: 4_001, name: 'ScriptDownloadFailed', message: expect.any(String), connected: true },
};
const invalid = (message: string) => ({
  error: { code: 4_002, name: 'ScriptInvalid', message, connected: true },
});

/** A separate script host on this machine; resolves with the URL of its script. */
async function serve(type: string, text: string, status = 200): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/script`; // it listens on TCP
}

async function expectNothingSet(box: Box): Promise<void> {
  const play = await box.call('hssp.play', { start_time: 0, server_time: now(box) });
  expect([play.status, play.json]).toEqual([200, refusal(errorKinds.scriptNotSet)]);
  expect((await box.received.soFar()).map(({ name }) => name)).toEqual([]);
}

describe.each(profiles)('under the profile %s', (profile) => {
  const makeDevice = async () => (await startDrivenCloud(profile)).makeDevice('handy');

  test('an address without a script is 4001, and sets up nothing', async () => {
    const box = await makeDevice();
    const own = new URL(await upload(box));
    const urls = [
      'no address',
      'ftp://scripts.example.org/a.csv',
      'file:///etc/hostname',
      'http://10.0.0.1/a.csv',
      'http://192.168.1.1/a.csv',
      'http://169.254.169.254/latest/meta-data',
      'http://[fd00::1]/a.csv',
      `${own.origin}${own.pathname.replace(/[^/]+$/, `${'A'.repeat(43)}.csv`)}`,
      await serve('text/csv', 'gone', 404),
      await serve('text/csv', 'broken', 500),
    ];
    for (const url of urls) {
      const answer = await box.call('hssp.setup', { url });
      expect([url, answer.status, answer.json]).toEqual([url, 200, DOWNLOAD_FAILED]);
    }
    await expectNothingSet(box);
  });

  test('a script of another host on this machine is accepted under our own profile only', async () => {
    const box = await makeDevice();
    const answer = await box.call('hssp.setup', { url: await serve('text/csv', '0,10\n500,90\n') });
    if (profile === 'vendor') expect([answer.status, answer.json]).toEqual([200, DOWNLOAD_FAILED]);
    else expect(answer.json).toMatchObject({ result: { points: 2 } });
  });

  test('an upload that is no script is refused with the text of the specification', async () => {
    const box = await makeDevice();
    const wrong = [
      ['script.csv', '0,10\n', 'Invalid CSV'],
      ['script.csv', '0,10\n100,x\n', 'Invalid CSV'],
      ['script.funscript', '{"actions":[{"at":0,"pos":1}]}', 'Need at least 2 points'],
      ['script.funscript', '{"actions":', 'Invalid Json in script'],
    ] as const;
    for (const [name, text, error] of wrong) {
      const refused = expect.stringContaining(`{"error":"${error}"}`);
      await expect(upload(box, text, name), text).rejects.toMatchObject({ message: refused });
    }
  });

  test('a failed setup ends the previous one', async () => {
    const box = await makeDevice();
    await box.call('hssp.setup', { url: await upload(box) });
    await box.received.soFar();
    await box.call('hssp.setup', { url: 'no address' });
    await expectNothingSet(box);
  });
});

test.each([
  ['text/csv', '0,10\n', 'Invalid CSV'],
  ['text/csv', '0,10\n100;20\n', 'Invalid CSV'],
  ['application/json', '{"actions":[{"at":0,"pos":1}]}', 'Need at least 2 points'],
  ['application/json', '{"actions":', 'Invalid Json in script'],
  ['text/html', '<p>Not found</p>', 'Invalid type'],
])('%s %j is 4002: %s', async (type, text, message) => {
  const box = await (await startDrivenCloud()).makeDevice('handy');
  const answer = await box.call('hssp.setup', { url: await serve(type, text) });
  expect([answer.status, answer.json]).toEqual([200, invalid(message)]);
  await expectNothingSet(box);
});

test.each([
  [{ csv: '0,10\n100,x\n' }, 'Invalid CSV'],
  [{ actions: [{ at: 0, pos: 10 }] }, 'Need at least 2 points'],
])('%j is 4002: %s', async (input, message) => {
  const box = await (await startDrivenCloud()).makeDevice('handy');
  const answer = await box.call('hssp.setup', input);
  expect([answer.status, answer.json]).toEqual([200, invalid(message)]);
  await expectNothingSet(box);
});
