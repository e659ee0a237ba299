import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAPACITY } from './capacity.ts';
import { defaultConfig, readConfig } from './config.ts';
import { settings } from './settings.ts';

const read = (env: Record<string, string>) => {
  const reading = readConfig(env);
  if (!reading.ok) throw new Error(reading.problems.join('; '));
  return reading.config;
};
const problemsOf = (env: Record<string, string>) => {
  const reading = readConfig(env);
  return reading.ok ? [] : reading.problems;
};

test('an empty environment gives the documented defaults', () => {
  expect(defaultConfig()).toMatchObject({
    port: 8787,
    host: '127.0.0.1',
    dataDir: '.tactus',
    apiKeys: [],
    applicationKeys: [],
    rateLimitPerMinute: 240,
    uploadsPerHour: 60,
    profile: 'tactus',
    control: true,
    loopbackOnly: true,
    logLevel: 'info',
  });
});

test('every default of the table is valid for its own reader', () => {
  for (const { read: reader, fallback } of Object.values(settings)) expect(() => reader(fallback)).not.toThrow();
});

test('an empty variable counts as not set, and blanks around a value are dropped', () => {
  expect(read({ PORT: '', HOST: ' ::1 ' })).toMatchObject({ port: 8787, host: '::1' });
});

test('lists are split at commas', () => {
  expect(read({ TACTUS_API_KEYS: 'one, two ,,three' }).apiKeys).toEqual(['one', 'two', 'three']);
});

test('a list of commas and blanks alone is refused, because without a list any application id is accepted', () => {
  for (const given of [',', ' , ,, '])
    expect(problemsOf({ TACTUS_API_KEYS: given, TACTUS_APPLICATION_KEYS: given })).toEqual([
      'TACTUS_API_KEYS must be texts with commas between, or not set',
      'TACTUS_APPLICATION_KEYS must be texts with commas between, or not set',
    ]);
  expect(read({ TACTUS_API_KEYS: ' ' }).apiKeys).toEqual([]);
});

test('every problem is reported at once, in a sentence that describes a valid value', () => {
  expect(
    problemsOf({ PORT: '99999', TACTUS_RATE_LIMIT: 'many', TACTUS_PROFILE: 'other', TACTUS_SITE_URL: 'ftp://x' }),
  ).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'TACTUS_RATE_LIMIT must be a whole number from 0 to 1000000',
    'TACTUS_PROFILE must be tactus or vendor',
    'TACTUS_SITE_URL must be an address such as https://example.org/api',
  ]);
  expect(problemsOf({ TACTUS_LOG: 'loud' })).toHaveLength(1);
  expect(problemsOf({ TACTUS_CONTROL: 'yes' })).toEqual(['TACTUS_CONTROL must be 1 or 0']);
  expect(problemsOf({ HOST: 'a b' })).toEqual(['HOST must be a host name or an IP address']);
  expect(problemsOf({ TACTUS_JAPANESE_SITE: 'https://example.org/path' })).toEqual([
    'TACTUS_JAPANESE_SITE must be an address without a path',
  ]);
});

test('on other addresses than loopback the control surface is off unless it is switched on', () => {
  expect(read({ HOST: '0.0.0.0' })).toMatchObject({ control: false, loopbackOnly: false });
  expect(read({ HOST: '0.0.0.0', TACTUS_CONTROL: '1' }).control).toBe(true);
  expect(read({ TACTUS_CONTROL: '0' }).control).toBe(false);
});

test('a public site address means that others can reach the cloud, whatever it is bound to', () => {
  expect(read({ TACTUS_SITE_URL: 'https://tactus.example.org' }).loopbackOnly).toBe(false);
  expect(read({ TACTUS_SITE_URL: 'http://tactus.localhost:8787' }).loopbackOnly).toBe(true);
});

test('another device API needs its application id', () => {
  const TACTUS_API_BASE = 'https://example.org/api/handy-rest/v3/';
  expect(problemsOf({ TACTUS_API_BASE })).toEqual([
    'TACTUS_API_BASE needs TACTUS_APPLICATION_ID, the application id for that API',
  ]);
  expect(read({ TACTUS_API_BASE, TACTUS_APPLICATION_ID: 'mine' })).toMatchObject({
    apiBase: 'https://example.org/api/handy-rest/v3',
    applicationId: 'mine',
  });
});

test('the app presents an id that this cloud accepts', () => {
  expect(read({}).applicationId).toBe('tactus');
  expect(read({ TACTUS_API_KEYS: 'first,second' }).applicationId).toBe('first');
});

test('an id that the app presents to this cloud must be one that it accepts', () => {
  const ids = { TACTUS_API_KEYS: 'first,second' };
  expect(problemsOf({ ...ids, TACTUS_APPLICATION_ID: 'third' })).toEqual([
    'TACTUS_APPLICATION_ID must be one of TACTUS_API_KEYS, or not set: the app presents it to this cloud',
  ]);
  expect(read({ ...ids, TACTUS_APPLICATION_ID: 'second' }).applicationId).toBe('second');
  expect(read({ TACTUS_APPLICATION_ID: 'third' }).applicationId).toBe('third');
  const elsewhere = { TACTUS_API_BASE: 'https://example.org/api', TACTUS_APPLICATION_ID: 'third' };
  expect(read({ ...ids, ...elsewhere }).applicationId).toBe('third');
});

test('ids and secrets that no HTTP header can carry are refused, and not repeated', () => {
  const names = ['TACTUS_API_KEYS', 'TACTUS_APPLICATION_KEYS', 'TACTUS_APPLICATION_ID', 'TACTUS_CONTROL_TOKEN'];
  for (const wrong of ['ключ', 'naïve', 'two\nlines'])
    expect(problemsOf(Object.fromEntries(names.map((name) => [name, `good${wrong}`])))).toEqual(
      names.map((name) => `${name} must be printable ASCII characters: an HTTP header carries it`),
    );
  expect(read({ TACTUS_CONTROL_TOKEN: 'a~!"#$%&/()=? 0' }).controlToken).toBe('a~!"#$%&/()=? 0');
});

test('addresses for the local network are not those of this machine alone, and each counts once', () => {
  for (const wrong of ['127.0.0.1', '0.0.0.0', '192.168.1.5,127.0.0.1'])
    expect(problemsOf({ TACTUS_NETWORK: wrong })).toEqual([
      'TACTUS_NETWORK must be 1, or addresses that this machine has in local networks; 127.0.0.1 and 0.0.0.0 are none',
    ]);
  expect(read({ TACTUS_NETWORK: '192.168.1.5,10.0.0.2, 192.168.1.5' }).network).toEqual(['192.168.1.5', '10.0.0.2']);
});

test('trusted proxies are addresses and networks of both kinds', () => {
  const { trustedProxies } = read({ TACTUS_TRUSTED_PROXIES: '192.0.2.7, 10.0.0.0/8,2001:db8::/32' });
  const trusted = ['192.0.2.7', '10.200.0.1', '::ffff:10.1.2.3', '2001:db8:5::1'];
  const others = ['192.0.2.8', '11.0.0.1', '2001:db9::1', 'localhost', ''];
  expect(trusted.filter(trustedProxies.has)).toEqual(trusted);
  expect(others.filter(trustedProxies.has)).toEqual([]);
  expect(read({}).trustedProxies.has('127.0.0.1')).toBe(false);
  for (const wrong of ['proxy.local', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/x', ','])
    expect(problemsOf({ TACTUS_TRUSTED_PROXIES: wrong })).toEqual([
      'TACTUS_TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8 with commas between, or not set',
    ]);
});

test('the address of a database names the database, and a wrong one is not repeated', () => {
  const url = 'postgres://tactus:secret@db.example.org:5433/tactus?sslmode=verify-full';
  expect([read({}).databaseUrl, read({ TACTUS_DATABASE_URL: url }).databaseUrl]).toEqual([undefined, url]);
  for (const wrong of ['mysql://u:secret@h/d', 'postgres://u:secret@h', 'postgres://u:secret@h:x/d', 'secret'])
    expect(problemsOf({ TACTUS_DATABASE_URL: wrong })).toEqual([
      'TACTUS_DATABASE_URL must be an address such as postgres://USER:PASSWORD@HOST/DATABASE',
    ]);
});

test('capacities are set by name, the others keep their defaults, and the page for operators lists every one', () => {
  expect(read({ TACTUS_CAPACITY: 'channels=5, groups = 7' }).capacity).toEqual({ ...CAPACITY, channels: 5, groups: 7 });
  for (const wrong of ['channels', 'channels=0', 'channels=-1', 'toString=1', 'boats=3'])
    expect(problemsOf({ TACTUS_CAPACITY: wrong })[0]).toMatch(/^TACTUS_CAPACITY must be numbers by name/);
  const page = readFileSync(new URL('../../../../docs/self-hosting.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## How much there may be');
  const [table = ''] = section.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) => {
    const [, names = [], values = []] = row.split('|').map((cell) => cell.replaceAll('`', '').split(', '));
    return names.map((name, place) => [name.trim(), Number(values[place])]);
  });
  expect(Object.fromEntries(listed)).toEqual(CAPACITY);
});
