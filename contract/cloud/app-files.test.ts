import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { CloudConfig } from '@tactus/cloud';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCloud } from './running-cloud.ts';

const INDEX = '<!doctype html><title>Tactus</title>';
const FRAME = '<!doctype html><title>Widget</title>';
const SCRIPT = `${'export const x = 1;\n'.repeat(200)}`;

/** A built app, as far as serving needs it. */
function builtApp(): string {
  const root = mkdtempSync(join(tmpdir(), 'tactus-app-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'assets'));
  mkdirSync(join(root, '.vite'));
  writeFileSync(join(root, 'index.html'), INDEX);
  writeFileSync(join(root, 'widget.html'), FRAME);
  writeFileSync(join(root, 'widget.js'), SCRIPT);
  writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(root, 'assets', 'index-Ab12Cd34.js'), SCRIPT);
  writeFileSync(join(root, '.vite', 'manifest.json'), '{}');
  return root;
}

const startApp = (changes: Partial<CloudConfig> = {}) => startCloud({ webRoot: builtApp(), ...changes });
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('pages', () => {
  test('every path that is no file is the app, for every client, so a reload of any page works', async () => {
    const { ask } = await startApp();
    for (const path of ['/app/', '/app/hamp', '/app/share/AbCdEf12/remote', '/app/ota/4.1.1/production', '/app/x?k=1'])
      for (const accept of [browser.accept, '*/*'])
        expect(await ask(`GET ${path}`, { headers: { accept } })).toMatchObject({
          status: 200,
          text: INDEX,
          headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
        });
    expect((await ask('GET /app/ota-direct/4.1.1/a.b', { headers: browser })).text).toBe(INDEX);
  });

  test('paths of other APIs, missing files, and requests for other types than HTML stay 404', async () => {
    const { ask } = await startApp();
    for (const path of [
      '/api/nothing',
      '/_control/nothing',
      '/metrics/x',
      '/healthz/x',
      '/app/assets/index-Old12345.js',
    ])
      expect(await ask(`GET ${path}`, { headers: browser })).toMatchObject({ status: 404, json: { error: {} } });
    expect((await ask('GET /app/missing.png', { headers: { accept: '*/*' } })).status).toBe(404);
    expect((await ask('GET /app/hamp', { headers: { accept: 'application/json' } })).status).toBe(404);
    expect((await ask('POST /app/hamp')).status).toBe(404);
  });

  test('an address with a broken percent sign is answered as any unknown address', async () => {
    const { ask } = await startApp();
    for (const path of ['/app/50%', '/app/%E0%A4%A', '/app/%zz/hamp?key=%'])
      expect(await ask(`GET ${path}`, { headers: browser })).toMatchObject({ status: 200, text: INDEX });
    for (const path of ['/api/handy-rest/v3/50%', '/_control/%ff'])
      expect(await ask(`GET ${path}`, { headers: browser })).toMatchObject({ status: 404, json: { error: {} } });
  });

  test('every page has the final policy and sends no referrer', async () => {
    const { ask } = await startApp();
    const { headers } = await ask('GET /app/hamp');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob: https: http:; " +
        "font-src 'self'; connect-src 'self' https: http:; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types tactus-worker",
    );
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  test('a hashed file has the policies of a document but where a browser loads it into a page; a worker has them', async () => {
    const { ask } = await startApp();
    const policiesFor = async (dest: string, path = '/app/assets/index-Ab12Cd34.js') => {
      const { status, headers } = await ask(`GET ${path}`, { headers: { 'sec-fetch-dest': dest } });
      expect([status, headers['x-content-type-options'], headers['referrer-policy']]).toEqual([
        200,
        'nosniff',
        'no-referrer',
      ]);
      const names = ['content-security-policy', 'permissions-policy', 'cross-origin-opener-policy'];
      return names.filter((name) => headers[name] !== undefined).length;
    };
    for (const dest of ['script', 'style', 'font', 'image']) expect(await policiesFor(dest)).toBe(0);
    for (const dest of ['worker', 'sharedworker', 'serviceworker', 'document', 'iframe', 'empty', ''])
      expect(await policiesFor(dest)).toBe(3);
    expect(await policiesFor('script', '/app/hamp')).toBe(3);
  });

  test('another API and its script host may be connected to, and nothing else', async () => {
    const { ask } = await startApp({
      apiBase: 'https://api.example.org/v3',
      scriptHost: 'https://scripts.example.org/v0',
    });
    const policy = String((await ask('GET /app/')).headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' https://api.example.org https://scripts.example.org https: http:;");
  });

  test('without a build the page explains that, and everything else answers', async () => {
    for (const webRoot of [undefined, '/no/such/folder']) {
      const { ask } = await startCloud({ webRoot });
      expect(await ask('GET /app/', { headers: browser })).toMatchObject({
        status: 503,
        json: { error: { message: 'The app is not built yet: run `npm run build`' } },
      });
      expect((await ask('GET /config.json')).status).toBe(200);
    }
  });
});

describe('files of ours that other sites may use, for the widget', () => {
  const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy']);

  test('only the document of the widget may be framed by others, and the rest of its policy is unchanged', async () => {
    const { ask } = await startApp();
    const frame = await ask('GET /app/widget.html?theme=dark&slim=1', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(frame).toMatchObject({ status: 200, text: FRAME });
    const ours = policyOf((await ask('GET /app/hamp')).headers);
    expect(policyOf(frame.headers)).toBe(ours.replace("frame-ancestors 'self'", 'frame-ancestors *'));
    for (const path of [
      '/app/',
      '/app/index.html',
      '/app/uui',
      '/app/uui?embed=1',
      '/app/uui?allow=x',
      '/app/widget',
      '/app/x/widget.html',
    ])
      expect([path, policyOf((await ask(`GET ${path}`, { headers: browser })).headers)]).toEqual([path, ours]);
  });

  test('a build without the widget never shows the app in its place', async () => {
    const { ask } = await startCloud({ webRoot: undefined });
    expect((await ask('GET /app/widget.html', { headers: browser })).status).toBe(404);
  });

  test('pages of every origin may load its script, plainly and as a module; no other file', async () => {
    const { ask } = await startApp();
    const origin = 'https://pages.example.org';
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin }])
      expect(await ask('GET /app/widget.js', { headers })).toMatchObject({
        status: 200,
        text: SCRIPT,
        headers: { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' },
      });
    for (const path of ['/app/', '/app/favicon.svg', '/app/widget.html', '/app/assets/index-Ab12Cd34.js']) {
      const { headers } = await ask(`GET ${path}`, { headers: { 'sec-fetch-site': 'cross-site' } });
      expect(headers['cross-origin-resource-policy']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect((await ask(`GET ${path}`, { headers: { origin } })).status).toBe(403);
    }
    expect((await ask('POST /app/widget.js', { headers: { origin } })).status).toBe(403);
  });

  test('only the permission window retains its opener', async () => {
    const { ask } = await startApp();
    const opener = async (path: string) => (await ask(`GET ${path}`)).headers['cross-origin-opener-policy'];
    expect(await opener('/app/uui?allow=https%3A%2F%2Fa.test&ask=1')).toBe('unsafe-none');
    for (const path of ['/app/uui', '/app/?allow=x', '/app/hamp?allow=x', '/app/widget.html'])
      expect([path, await opener(path)]).toEqual([path, 'same-origin']);
  });
});

describe('files', () => {
  test('files with a hash in their name are cached for good, others are revalidated every time', async () => {
    const { ask } = await startApp();
    expect(await ask('GET /app/assets/index-Ab12Cd34.js')).toMatchObject({
      status: 200,
      text: SCRIPT,
      headers: {
        'content-type': expect.stringContaining('javascript'),
        'cache-control': 'public, max-age=31536000, immutable',
      },
    });
    const icon = await ask('GET /app/favicon.svg');
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' });
    const again = await ask('GET /app/favicon.svg', { headers: { 'if-none-match': String(icon.headers['etag']) } });
    expect(again.status).toBe(304);
  });

  test('files are compressed as the browser accepts; the event stream and answers of the API never are', async () => {
    const { cloud, port } = await startApp();
    const get = (path: string, encoding: string, headers = {}) =>
      cloud.inject({
        method: 'GET',
        url: path,
        headers: { host: `localhost:${port}`, 'accept-encoding': encoding, ...headers },
      });
    const brotli = await get('/assets/index-Ab12Cd34.js', 'gzip, br');
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(String(brotliDecompressSync(brotli.rawPayload))).toBe(SCRIPT);
    const gzip = await get('/assets/index-Ab12Cd34.js', 'gzip');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(String(gunzipSync(gzip.rawPayload))).toBe(SCRIPT);
    const owner = { 'x-api-key': 'x', 'x-connection-key': 'DemoHandy1' };
    expect(
      (await get('/api/handy-rest/v3/settings/slider', 'gzip, br', owner)).headers['content-encoding'],
    ).toBeUndefined();
  });

  test('no file outside the build is served', async () => {
    const { ask } = await startApp();
    for (const path of [
      '/app/../../etc/passwd',
      '/app/%2e%2e/%2e%2e/etc/passwd',
      '/app/..%2f..%2fetc%2fpasswd',
      '/app/.vite/manifest.json',
      '/app/a%00b',
    ])
      expect((await ask(`GET ${path}`, { headers: { accept: 'text/plain' } })).status).toBeGreaterThanOrEqual(400);
  });
});

describe('the configuration of the app', () => {
  test('by default: this API, its own application id, and the features of this cloud', async () => {
    const { ask } = await startCloud();
    const answer = await ask('GET /config.json');
    expect(answer.json).toEqual({
      apiBase: '/api/handy-rest/v3',
      scriptHost: '/api/script/v0',
      applicationId: 'tactus',
      features: {
        leases: true,
        resume: true,
        inlineScripts: true,
        channels: true,
        headersOnSse: true,
        severalOnSse: true,
        positionSamples: true,
        stopMany: true,
        commandOrder: true,
        shares: true,
        unknownKeys: true,
      },
      home: { shares: true, groups: true },
    });
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect((await ask('GET /api/tactus/features')).json).toEqual((answer.json as { features: unknown }).features);
  });

  test('with another API: that API with its script host, and no features', async () => {
    const { ask } = await startCloud({
      apiBase: 'https://api.example.org/api/handy-rest/v3',
      applicationId: 'mine',
      siteUrl: 'https://tactus.example.org',
      japaneseSite: 'https://jp.example.org',
      analyticsKey: 'key',
    });
    expect((await ask('GET /config.json')).json).toEqual({
      apiBase: 'https://api.example.org/api/handy-rest/v3',
      scriptHost: 'https://api.example.org/api/script/v0',
      applicationId: 'mine',
      siteUrl: 'https://tactus.example.org',
      japaneseSite: 'https://jp.example.org',
      analyticsKey: 'key',
      home: { shares: true, groups: true },
    });
  });

  test('the tips: at least ten, each with an id of its own and a text in every complete language', async () => {
    const { ask } = await startCloud();
    const tips = (await ask('GET /handy_tips.json')).json as { id: string; text: Record<string, string> }[];
    expect(tips.length).toBeGreaterThanOrEqual(10);
    expect(new Set(tips.map(({ id }) => id)).size).toBe(tips.length);
    for (const { text } of tips)
      expect(Object.keys(text)).toEqual(['en-US', 'nb-NO', 'pt-BR', 'es-ES', 'de', 'fr-FR', 'ja', 'ko']);
  });

  test('content is served from its files, and a client with a current copy gets a 304', async () => {
    const { ask } = await startCloud();
    const types = {
      '/app/handy_tips.json': 'application/json; charset=utf-8',
      '/app/content/community.json': 'application/json; charset=utf-8',
      '/app/content/partners.json': 'application/json; charset=utf-8',
      '/app/changelog.xml': 'application/rss+xml; charset=utf-8',
    };
    for (const [path, type] of Object.entries(types)) {
      const answer = await ask(`GET ${path}`);
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'content-type': type, 'cache-control': 'no-cache', etag: expect.stringMatching(/^W\/"[\w-]+"$/) },
      });
      const etag = String(answer.headers['etag']);
      for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*'])
        expect(await ask(`GET ${path}`, { headers: { 'if-none-match': known } })).toMatchObject({
          status: 304,
          text: '',
          headers: { etag },
        });
      expect((await ask(`GET ${path}`, { headers: { 'if-none-match': '"other"' } })).text).toBe(answer.text);
    }
  });

  test('missing content is 404, not a page', async () => {
    const { ask } = await startCloud();
    expect((await ask('GET /app/content/no-such.json', { headers: { accept: 'text/html' } })).status).toBe(404);
  });
});
