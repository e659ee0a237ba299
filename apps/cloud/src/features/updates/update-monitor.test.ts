import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { ANSWER_LIMIT_BYTES, CHECK_TIME_LIMIT_MS } from './read-newest-version.ts';
import { createUpdateMonitor, type NewerVersion } from './update-monitor.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const INSTALLED = { version: '1.2.3', source: 'deb', folder: '/usr/lib/tactus/' } as const;

/** A place that answers each check with the next of some answers, and a monitor that asks it. */
async function monitorOf(...answers: readonly (string | RequestListener)[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = answers[requests.length - 1] ?? '';
    if (typeof answer === 'string') response.end(answer);
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tactus/latest`;
  const reported: NewerVersion[] = [];
  const failures: string[] = [];
  const time = createFakeTime();
  const monitor = createUpdateMonitor({
    ...{ installed: INSTALLED, address, time },
    onNewer: (newer) => reported.push(newer),
    onFailure: (reason) => failures.push(reason),
  });
  onTestFinished(monitor.start());
  return { ...{ monitor, time, reported, failures, requests, address } };
}

const file = (version: string) => JSON.stringify({ name: 'tactus', version, dist: { tarball: 'https://host/x.tgz' } });

test('a newer version is reported once at the start, with the command for it, and another one a day later', async () => {
  const { monitor, time, reported, requests } = await monitorOf(file('1.3.0'), file('1.3.0'), file('1.4.0'));
  await expect.poll(() => reported.length).toBe(1);
  expect(monitor.newer()).toEqual({
    version: '1.3.0',
    installed: '1.2.3',
    command: expect.stringMatching(/^sudo apt install \.\/tactus_1\.3\.0_\w+\.deb$/),
  });
  await time.advance(DAY_MS - 1);
  expect(requests.length).toBe(1);
  await time.advance(1);
  await expect.poll(() => requests.length).toBe(2);
  await time.advance(DAY_MS);
  await expect.poll(() => reported.map(({ version }) => version)).toEqual(['1.3.0', '1.4.0']);
});

test('the request names the program, and says nothing of its version, its owner or its devices', async () => {
  const { requests, reported } = await monitorOf(file('1.3.0'));
  await expect.poll(() => reported.length).toBe(1);
  const [request] = requests;
  expect([request?.method, request?.url]).toEqual(['GET', '/tactus/latest']);
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual(
    ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'sec-fetch-mode', 'user-agent'].sort(),
  );
  expect(request?.headers).toMatchObject({ 'user-agent': 'tactus', 'accept-language': '*' });
});

test('the same version, an older one and one that was withdrawn are not reported', async () => {
  const { monitor, time, reported, failures, requests } = await monitorOf(file('1.2.3'), file('1.3.0'), file('0.9.0'));
  await expect.poll(() => requests.length).toBe(1);
  await time.advance(DAY_MS);
  await expect.poll(() => monitor.newer()?.version).toBe('1.3.0');
  await time.advance(DAY_MS);
  await expect.poll(() => monitor.newer()).toBeUndefined();
  expect([reported.length, failures]).toEqual([1, []]);
});

const WRONG: readonly (readonly [string, string | RequestListener, RegExp])[] = [
  ['nothing', '', /no JSON with a "version"/],
  ['a page', '<html></html>', /no JSON with a "version"/],
  ['null', 'null', /no JSON with a "version"/],
  ['a number', '{"version":2}', /no JSON with a "version"/],
  ['a command', '{"version":"2.0.0; reboot"}', /no JSON with a "version"/],
  ['another status', (_, response) => response.writeHead(404).end(file('9.0.0')), /it answered 404/],
  ['another address', (_, response) => response.writeHead(302, { location: '/other' }).end(), /it answered 302/],
  ['too much', (_, response) => response.end(' '.repeat(ANSWER_LIMIT_BYTES + 1)), /longer than 256 KiB/],
  ['a broken line', ({ socket }) => socket.destroy(), /\S/],
];

test.each(WRONG)(
  'an answer of %s changes nothing that was known, and its reason is reported',
  async (_, answer, reason) => {
    const { monitor, time, failures, requests } = await monitorOf(file('1.3.0'), answer);
    await expect.poll(() => monitor.newer()?.version).toBe('1.3.0');
    await time.advance(DAY_MS);
    await expect.poll(() => failures).toEqual([expect.stringMatching(reason)]);
    expect([monitor.newer()?.version, requests.length]).toEqual(['1.3.0', 2]);
  },
);

test('a place that does not answer is given up after a while', async () => {
  const { time, failures, requests } = await monitorOf(() => undefined);
  await expect.poll(() => requests.length).toBe(1);
  await time.advance(CHECK_TIME_LIMIT_MS);
  await expect.poll(() => failures).toEqual(['there was no answer within 10 s']);
});

test('a place that is not there is reported, and a closed program asks no more', async () => {
  const failures: string[] = [];
  const time = createFakeTime();
  const monitor = createUpdateMonitor({
    ...{ installed: INSTALLED, address: 'http://127.0.0.1:1/latest', time },
    onNewer: () => undefined,
    onFailure: (reason) => failures.push(reason),
  });
  const stop = monitor.start();
  await expect.poll(() => failures.length).toBe(1);
  stop();
  await time.advance(DAY_MS);
  expect(failures.length).toBe(1);
});
