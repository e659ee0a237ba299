import { expect, test } from 'vitest';
import { jsonResponse } from '../testing/scripted-cloud.ts';
import { fetchScript } from './fetch-script.ts';
import { recentScriptPoints, rememberScriptPoints } from './seen-scripts.ts';
import { uploadScript } from './upload-script.ts';

const CSV = '0,0\n500,100\n';
const points = [
  { t: 0, x: 0 },
  { t: 500, x: 100 },
];
const host = (url: string) => ({ scriptHost: 'https://scripts.test', fetch: async () => jsonResponse({ url }) });

test('a script that was uploaded is known by the address that its host returned', async () => {
  await uploadScript({ ...host('https://scripts.test/up.csv'), text: CSV });
  expect(recentScriptPoints('https://scripts.test/up.csv')).toEqual(points);
  const funscript = '{"actions":[{"at":0,"pos":0},{"at":500,"pos":100}]}';
  await uploadScript({ ...host('https://scripts.test/up.json'), text: funscript, fileName: 'a.funscript' });
  expect(recentScriptPoints('https://scripts.test/up.json')).toEqual(points);
});

test('a script that was fetched is known by its address', async () => {
  const fetch = async () => new Response(CSV, { headers: { 'content-type': 'text/csv' } });
  await fetchScript({ url: '/scripts/a.csv', fetch });
  expect(recentScriptPoints('/scripts/a.csv')).toEqual(points);
});

test('a script that cannot be read here is unknown, and its upload succeeds all the same', async () => {
  expect(await uploadScript({ ...host('https://scripts.test/odd.csv'), text: 'odd' })).toMatch('odd.csv');
  expect(recentScriptPoints('https://scripts.test/odd.csv')).toBeUndefined();
});

test('a script behind a token is never stored', () => {
  rememberScriptPoints('https://scripts.test/a?token=secret', points);
  expect(recentScriptPoints('https://scripts.test/a?token=secret')).toBeUndefined();
});

test('the oldest of many are dropped', () => {
  for (let script = 0; script < 9; script++) rememberScriptPoints(`/many/${script}.csv`, points);
  expect([recentScriptPoints('/many/0.csv'), recentScriptPoints('/many/1.csv')]).toEqual([undefined, points]);
});
