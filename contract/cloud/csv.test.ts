/** CSV of other programs, by each path on which it reaches the cloud. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchScript, uploadScript } from '@tactus/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningCloud, startCloud } from './running-cloud.ts';

const ZEROS = '0,0\n500,100\n1000,0\n';
const WRITTEN = {
  'fractions and exponents': '\uFEFF# a film\r\n0.25,-0.0\r\n\r\n5e2,99.96\r\n1000.4,0\r\n',
  'trailing commas': '0,0,\n500,100,\n1000,0,\n',
};
const WRONG = { words: 'time,position\n0,0\n9,9\n', 'a third number': '0,0,0\n9,9,9\n', semicolons: '0;0\n9;9\n' };

async function upload({ url }: RunningCloud, text: string, path: string): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([text], { type: 'text/csv' }), 'a.csv');
  return fetch(`${url}${path}`, { method: 'POST', body: form });
}

const setup = ({ ask }: RunningCloud, input: unknown) => ask('PUT /hssp/setup', { body: JSON.stringify(input) });
const SET_UP = { result: { points: 3, first_point_time: 0, last_point_time: 1_000 } };
const INVALID = { error: { code: 4002, message: 'Invalid CSV' } };

/** The address of a CSV on another host. */
async function hosted(text: string): Promise<string> {
  const host = createServer((_request, response) => response.setHeader('content-type', 'text/csv').end(text));
  onTestFinished(() => void host.close());
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}/a.csv`; // it listens on TCP
}

test.each(Object.entries(WRITTEN))('with %s is accepted, and served in whole numbers', async (_, text) => {
  const cloud = await startCloud();
  for (const path of ['/api/script/v0/temp/upload', '/api/hosting/v2/upload']) {
    const { url } = (await (await upload(cloud, text, path)).json()) as { url: string };
    expect(await (await fetch(url)).text()).toBe(ZEROS);
    expect((await setup(cloud, { url })).json).toMatchObject(SET_UP);
  }
  expect((await setup(cloud, { csv: text })).json).toMatchObject(SET_UP);
  expect((await setup(cloud, { url: await hosted(text) })).json).toMatchObject(SET_UP);
  const scriptHost = `${cloud.url}/api/script/v0`;
  const { points } = await fetchScript({ fetch, url: await uploadScript({ scriptHost, text, fetch }) });
  expect(points).toEqual([
    { t: 0, x: 0 },
    { t: 500, x: 100 },
    { t: 1_000, x: 0 },
  ]);
});

test.each(Object.entries(WRONG))('with %s is Invalid CSV', async (_, text) => {
  const cloud = await startCloud();
  for (const path of ['/api/script/v0/temp/upload', '/api/hosting/v2/upload']) {
    const refused = await upload(cloud, text, path);
    expect([refused.status, await refused.json()]).toEqual([400, { error: 'Invalid CSV' }]);
  }
  expect((await setup(cloud, { csv: text })).json).toMatchObject(INVALID);
  expect((await setup(cloud, { url: await hosted(text) })).json).toMatchObject(INVALID);
});
