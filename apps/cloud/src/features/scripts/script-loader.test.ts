import { networkInterfaces } from 'node:os';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { parseAllowedHostsSetting } from '../../config/allow-list.ts';
import { defaultConfig, readConfig } from '../../config/config.ts';
import type { Parser } from '../../parsing/parser.ts';
import { readUploadedScript } from '../../parsing/read-script.ts';
import { createScriptLoader } from './script-loader.ts';
import { SCRIPT_LIFETIME_MS, type ScriptStore } from './script-store.ts';
import { CLIENT_ADDRESS, createLoading } from './testing/loading.ts';

const CSV = '0,1\n100,99\n200,1\n';
const UNKNOWN = '4001 The host of the script is unknown or not public';

const GONE = '4001 The script is not here, or no longer: upload it again';

const csvOf = (text: string) => readUploadedScript(new TextEncoder().encode(text), 'text/csv');

const put = async (scripts: ScriptStore) => {
  const name = await scripts.put(csvOf(CSV));
  return `/api/script/v0/temp/${name}`;
};

describe('a script of this cloud', () => {
  test('is read from the store, under every address of this cloud and both profiles', async () => {
    const bound = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    const lan = bound
      .filter(({ scopeid }) => !scopeid)
      .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
    for (const profile of ['vendor', 'tactus'] as const) {
      const siteUrl = 'https://tactus.example.org';
      const { outcome, internet, scripts } = await createLoading({
        profile,
        siteUrl,
        host: '0.0.0.0',
        loopbackOnly: false,
      });
      const path = await put(scripts);
      for (const host of ['127.0.0.1:8787', 'localhost:9', '[::1]:8787', 'tactus.example.org', ...lan])
        expect([host, await outcome(`http://${host}${path}`)]).toEqual([host, '3 points']);
      expect(await outcome(`https://tactus.example.org${path}?any=1#part`)).toBe('3 points');
      expect([internet.dialled, internet.canaryHits()]).toEqual([[], 0]);
    }
  });

  test('is not read for another host, another protocol or another name', async () => {
    const { outcome, internet, scripts } = await createLoading();
    const path = await put(scripts);
    const other = `/api/script/v0/temp/${'a'.repeat(43)}.csv`;
    expect(await outcome(`http://10.0.0.1${path}`)).toBe(UNKNOWN);
    expect(await outcome(`http://unknown.example${path}`)).toBe(UNKNOWN);
    expect(await outcome(`http://127.0.0.1${other}`)).toBe(GONE);
    expect(await outcome(`http://127.0.0.1${path.replace('.csv', '.funscript')}`)).toBe(GONE);
    expect(await outcome(`http://127.0.0.1/other/v0/temp/${path.slice(20)}`)).toBe(UNKNOWN);
    expect(await outcome(`http://user@127.0.0.1${path}`)).toMatch(/^4001 .* user name/);
    expect(await outcome(`ftp://127.0.0.1${path}`)).toMatch(/^4001 .* http and https only/);
    expect([internet.dialled, internet.canaryHits()]).toEqual([[], 0]);
  });

  test('that is large is parsed once, at its upload; its points are read once a minute, for all simultaneous requests', async () => {
    const time = createFakeTime();
    const { scripts, internet } = await createLoading({}, time);
    let reads = 0;
    const counted: ScriptStore = {
      ...scripts,
      points: (name) => {
        reads += 1;
        return scripts.points(name);
      },
    };
    const parser: Parser = {
      requireAllowed: () => undefined,
      close: () => undefined,
      parse: () => Promise.reject(new Error('It was parsed')),
    };
    const config = defaultConfig({ profile: 'vendor' });
    const loader = createScriptLoader({ config, scripts: counted, network: internet.network, parser, time });
    const large = Array.from({ length: 10_000 }, (_, index) => `${index * 100},5\n`).join('');
    const url = `http://localhost:8787/api/script/v0/temp/${await scripts.put(csvOf(large))}`;
    const [first, ...others] = await Promise.all(Array.from({ length: 22 }, () => loader.load(url, CLIENT_ADDRESS)));
    expect(first?.timesMs).toHaveLength(10_000);
    for (const other of others) expect(other).toBe(first);
    time.advance(59_000);
    expect(await loader.load(url, CLIENT_ADDRESS)).toBe(first);
    expect(reads).toBe(1);
    time.advance(1_000);
    expect(await loader.load(url, CLIENT_ADDRESS)).toEqual(first);
    expect(reads).toBe(2);
    time.advance(SCRIPT_LIFETIME_MS);
    await expect(loader.load(url, CLIENT_ADDRESS)).rejects.toThrow(
      'The script is not here, or no longer: upload it again',
    );
  });

  test('that was read a moment ago leaves the cache when many others follow', async () => {
    const time = createFakeTime();
    const { scripts, outcome } = await createLoading({}, time);
    for (let last = 0; last < 40; last++) {
      const name = await scripts.put(csvOf(`${CSV}300,${last}\n`));
      expect(await outcome(`http://127.0.0.1/api/script/v0/temp/${name}`)).toBe('4 points');
    }
  });
});

describe('hosts that are not public', () => {
  const scriptAllow = parseAllowedHostsSetting('files.lan:8080, 10.0.0.7, [fd00::7]:81');

  test('are allowed when TACTUS_SCRIPT_ALLOW names them, on the ports that it names', async () => {
    const { outcome, internet } = await createLoading({ scriptAllow });
    internet.name('files.lan', ['192.168.1.20']);
    internet.name('other.lan', ['192.168.1.20']);
    for (const url of [
      'http://files.lan:8080/a.csv',
      'http://FILES.lan:8080/',
      'http://10.0.0.7/',
      'https://10.0.0.7/',
    ])
      expect([url, await outcome(url)]).toEqual([url, '2 points']);
    expect(await outcome('http://[fd00::7]:81/')).toBe('2 points');
    const dialled = internet.dialled.length;

    expect(await outcome('http://files.lan/')).toBe(UNKNOWN);
    expect(await outcome('http://files.lan:8081/')).toMatch(/ports 80 and 443 only/);
    expect(await outcome('http://10.0.0.7:8080/')).toMatch(/ports 80 and 443 only/);
    expect(await outcome('http://10.0.0.8/')).toBe(UNKNOWN);
    expect(await outcome('http://192.168.1.20/')).toBe(UNKNOWN);
    expect(await outcome('http://other.lan/')).toBe(UNKNOWN);
    expect(internet.dialled).toHaveLength(dialled);
  });

  test('must be on the list even behind a redirect of a listed host', async () => {
    const { outcome, internet } = await createLoading({ scriptAllow });
    let location = 'http://10.0.0.7/';
    await internet.serve('files.lan', '192.168.1.20', (_request, response) =>
      response.writeHead(302, { location }).end(),
    );
    expect(await outcome('http://files.lan:8080/')).toBe('2 points');
    location = 'http://127.0.0.1/';
    expect(await outcome('http://files.lan:8080/')).toBe(UNKNOWN);
    expect(internet.canaryHits()).toBe(1);
  });

  test('are allowed on this machine only where no other machine reaches the cloud, and not under the vendor’s profile', async () => {
    const urls = ['http://127.0.0.1:9000/', 'http://localhost:9000/', 'http://[::1]:9000/', 'http://127.1:9000/'];
    const open = await createLoading({ profile: 'tactus', loopbackOnly: true });
    for (const url of urls) expect([url, await open.outcome(url)]).toEqual([url, '2 points']);
    expect(await open.outcome('http://[::ffff:127.0.0.1]/')).toBe(UNKNOWN);
    for (const changes of [{ profile: 'vendor' }, { profile: 'tactus', loopbackOnly: false }] as const) {
      const { outcome, internet } = await createLoading(changes);
      for (const url of urls) expect(await outcome(url)).toMatch(/^4001/);
      expect([internet.dialled, internet.canaryHits()]).toEqual([[], 0]);
    }
  });

  test('are listed with a port or without, and in no other form', () => {
    expect(parseAllowedHostsSetting(' Files.LAN:80 ,, 0x7f.1')).toEqual([
      { host: 'files.lan', port: 80 },
      { host: '127.0.0.1', port: undefined },
    ]);
    for (const wrong of ['http://a.lan', 'a.lan/path', 'user@a.lan', 'a.lan:99999', '::1', 'a b'])
      expect(() => parseAllowedHostsSetting(wrong)).toThrow(
        'hosts such as files.lan:8080, 10.0.0.7, with commas between',
      );
    expect(readConfig({ TACTUS_SCRIPT_ALLOW: 'a.lan/' })).toEqual({
      ok: false,
      problems: ['TACTUS_SCRIPT_ALLOW must be hosts such as files.lan:8080, 10.0.0.7, with commas between'],
    });
  });
});
