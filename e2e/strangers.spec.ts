/** What a page of another site can do through the browser of a person whose Tactus runs on this machine. */
import { request } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { type ForeignSite, startForeignSite } from './harness/foreign-site.ts';
import { startTactus, type Tactus } from './harness/tactus.ts';
import { visit } from './harness/visit.ts';

const DEMO_KEYS = ['DemoHandy1', 'DemoOh0001'];
const API = '/api/handy-rest/v3';
const REBOUND = 'evil.example';

let tactus: Tactus;
let browser: Browser;
let site: ForeignSite;
let page: Page;
let before: unknown;

beforeAll(async () => {
  tactus = await startTactus();
  site = await startForeignSite();
  browser = await launchBrowser([`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await tactus?.close();
});
beforeEach(async () => {
  ({ page } = await visit(browser));
  await page.goto(site.url);
  before = await everything();
});

/** The whole state of the devices, as their owner sees it. */
async function everything(): Promise<unknown> {
  const listed = (await (await fetch(`${tactus.url}/_control/devices`)).json()) as {
    devices: { connectionKey: string }[];
  };
  const seen = listed.devices.map(async ({ connectionKey }) => {
    const device = tactus.device(connectionKey);
    const faults = await fetch(`${tactus.url}/_control/devices/${connectionKey}/faults`);
    const hasSlider = (await device.get<{ slider: number }>('/capabilities')).slider > 0;
    return [
      await device.get('/mode'),
      await device.get('/info'),
      hasSlider && (await device.positionMm()),
      await faults.json(),
    ];
  });
  return { listed, seen: await Promise.all(seen) };
}

/** A fetch by the page; returns the part of its answer that the page could read, '' for none. */
const fetchByPage = (address: string, init: RequestInit = {}): Promise<string> =>
  page.evaluate(
    async ([url, options]) => {
      try {
        return await (await fetch(url, options)).text();
      } catch {
        return ''; // the browser refused
      }
    },
    [address, init] as const,
  );

const json = { 'content-type': 'application/json' };

/** Requests to our own surfaces that would read or change data. */
const ours = (): [path: string, init: RequestInit][] => [
  ['/_control/devices', {}],
  ['/_control/devices', { method: 'POST', headers: json, body: '{"model":"handy"}' }],
  ['/_control/devices/DemoHandy1', { method: 'DELETE' }],
  ['/_control/devices/DemoHandy1/faults', {}],
  ['/_control/devices/DemoHandy1/faults', { method: 'PUT', headers: json, body: '{"lostCommands":1}' }],
  ['/_control/devices/DemoHandy1/connected', { method: 'PUT', headers: json, body: '{"connected":false}' }],
  ['/_control/devices/DemoHandy1/do', { method: 'POST', headers: json, body: '{"secondApp":"hamp"}' }],
  ['/_control/devices/DemoHandy1/do', { method: 'POST', body: '{"secondApp":"hamp"}' }],
  ['/api/tactus/features', {}],
  ['/api/tactus/virtual-devices', { method: 'POST', headers: json, body: '{"model":"handy"}' }],
  ['/api/tactus/channels', { method: 'POST', headers: json, body: '{"connectionKeys":["DemoHandy1"]}' }],
  ['/api/tactus/streams', { method: 'POST' }],
  ['/api/tactus/device-keys', { method: 'POST' }],
  ['/api/tactus/events', {}],
  ['/api/tactus/shares', { headers: { 'x-connection-key': 'DemoHandy1', 'x-api-key': 'stranger' } }],
  ['/api/tactus/shares', { method: 'POST', headers: { ...json, 'x-connection-key': 'DemoHandy1' }, body: '{}' }],
  ['/api/tactus/shares/control', { method: 'PUT', headers: { ...json, 'x-connection-key': 'DemoHandy1' } }],
  ['/api/tactus/groups', { method: 'POST', headers: json, body: '{"name":"Group","host":"Host"}' }],
  ['/api/tactus/leases', { method: 'POST', headers: json, body: '{"holder":"Page","ttlMs":5000}' }],
  ['/api/tactus/stop', { method: 'POST', headers: json, body: '{"connectionKeys":["DemoHandy1"]}' }],
  ['/config.json', {}],
  ['/metrics', {}],
];

describe('a page of another origin', () => {
  test('can neither read nor change any data of ours by fetch', async () => {
    for (const [path, init] of ours())
      for (const mode of ['cors', 'no-cors'] as const)
        expect([path, mode, await fetchByPage(tactus.url + path, { ...init, mode })]).toEqual([path, mode, '']);
    expect(await everything()).toEqual(before);
  });

  test('can do nothing by forms, beacons, pictures, scripts and frames', async () => {
    const posts = ['/_control/devices/DemoHandy1/do', '/_control/devices', '/api/tactus/virtual-devices'];
    const shown = ['/_control/devices', `${API}/info?ck=DemoHandy1&apikey=x`, `${API}/hamp/state`, '/hamp'];
    const outcome = await page.evaluate(
      async ({ base, posts, shown }) => {
        const done: Promise<unknown>[] = [];
        const leaks: string[] = [];
        const loaded = (element: HTMLElement, name: string) =>
          new Promise<void>((resolve) => {
            element.onload = () => {
              leaks.push(`${name} loaded`);
              resolve();
            };
            element.onerror = () => resolve();
          });

        for (const [index, path] of posts.entries()) {
          navigator.sendBeacon(base + path, '{"secondApp":"hamp","model":"handy"}');
          for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
            const frame = document.createElement('iframe');
            frame.name = `frame-${index}-${type}`;
            document.body.append(frame);
            const form = document.createElement('form');
            Object.assign(form, { method: 'post', action: base + path, enctype: type, target: frame.name });
            const field = document.createElement('input');
            Object.assign(field, { name: '{"secondApp":"hamp","a', value: '":1}' });
            form.append(field);
            document.body.append(form);
            done.push(new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })));
            form.submit();
          }
        }
        for (const path of shown) {
          const image = new Image();
          done.push(loaded(image, `picture ${path}`));
          image.src = base + path;
          const script = document.createElement('script');
          // A blank script, or JSON, may well load; an error of the window would show its content.
          done.push(
            new Promise<void>((resolve) => {
              script.onload = () => resolve();
              script.onerror = () => resolve();
            }),
          );
          script.src = base + path;
          document.body.append(script);
          const frame = document.createElement('iframe');
          frame.src = base + path;
          document.body.append(frame);
          await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
          if (frame.contentDocument !== null) leaks.push(`frame ${path} readable`);
        }
        await Promise.all(done);
        return leaks;
      },
      { base: tactus.url, posts, shown },
    );
    expect(outcome).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('cannot use the demo keys: for it those devices do not exist', async () => {
    const calls: [method: string, path: string][] = [
      ['GET', '/info'],
      ['GET', '/slider/state'],
      ['GET', '/hamp/state'],
      ['PUT', '/hamp/start'],
      ['PUT', '/hamp/stop'],
      ['PUT', '/hvp/start'],
    ];
    for (const key of DEMO_KEYS) {
      const headers = { 'x-connection-key': key, 'x-api-key': 'stranger' };
      for (const [method, path] of calls) {
        const answer = await fetchByPage(tactus.url + API + path, { method, headers });
        expect([path, JSON.parse(answer)]).toMatchObject([path, { error: { code: 1001, connected: false } }]);
      }
      const connected = await fetchByPage(`${tactus.url}${API}/connected`, { headers });
      expect(JSON.parse(connected)).toEqual({ result: { connected: false } });
    }
    expect(await everything()).toEqual(before);
  });

  test('moves nothing by guessing keys, and locks no owner out by that', async () => {
    const made = await fetch(`${tactus.url}/_control/devices`, {
      method: 'POST',
      headers: json,
      body: '{"model":"handy"}',
    });
    const { connectionKey } = (await made.json()) as { connectionKey: string };
    const [own, seen] = [tactus.device(connectionKey), await everything()];
    const near = (place: number) => `${connectionKey.slice(0, -2)}${String(place).padStart(2, '0')}`;
    const guesses = Array.from({ length: 80 }, (_, place) => near(place)).filter((key) => key !== connectionKey);
    const answers = await page.evaluate(
      ([url, keys]) =>
        Promise.all(
          keys.map(async (key) => {
            const headers = { 'x-connection-key': key, 'x-api-key': 'stranger' };
            return (await fetch(url, { method: 'PUT', headers })).text();
          }),
        ),
      [`${tactus.url}${API}/hamp/start`, guesses] as const,
    );
    for (const answer of answers) expect(answer).not.toContain('"result"');
    expect(await everything()).toEqual(seen);
    expect(await own.put('/hamp/start')).toMatchObject({ play_state: 1 });
    expect(await own.put('/hamp/stop')).toMatchObject({ play_state: 0 });
  });

  test('uploads scripts within bounds; larger ones are refused and delay no other client', async () => {
    const upload = (name: string, text: string, times = 1) =>
      page.evaluate(
        async ([url, file, content, repeats]) => {
          const form = new FormData();
          form.append('file', new File([content.repeat(repeats)], file));
          try {
            const answer = await fetch(url, { method: 'POST', body: form });
            return { status: answer.status, text: await answer.text() };
          } catch {
            return { status: 0, text: '' }; // the connection was closed before the whole body was sent
          }
        },
        [`${tactus.url}/api/script/v0/temp/upload`, name, text, times] as const,
      );
    const good = await upload('script.csv', '0,0\n1000,100\n2000,0\n');
    expect(good.status).toBe(200);
    const { url } = JSON.parse(good.text) as { url: string };
    expect(await fetchByPage(url)).toContain('1000,100');
    for (const [name, text, times] of [
      ['large.csv', '0,0\n', 6_000_000],
      ['deep.funscript', '[', 1_000_000],
      ['none.csv', 'neither,this\n', 10],
    ] as const) {
      const refused = await upload(name, text, times);
      expect([name, refused.text.includes('"url"')]).toEqual([name, false]);
      expect((await tactus.device('DemoHandy1').hamp()) as object).toMatchObject({ play_state: 0 });
    }
    expect(await everything()).toEqual(before);
  });

  test('receives no event of the demo devices on an event stream, nor any other of ours', async () => {
    for (const key of DEMO_KEYS) {
      const status = await firstStatus(`${tactus.url}${API}/sse?ck=${key}&apikey=stranger`);
      expect(JSON.parse(status)).toMatchObject({ data: { connected: false } });
      expect(status).not.toContain('fw_version');
    }
    expect(await firstStatus(`${tactus.url}/api/tactus/events?ck=DemoHandy1&apikey=stranger`)).toBe('refused');
  });

  test('cannot open a device link, which our own page can', async () => {
    const address = `${tactus.url.replace('http', 'ws')}/api/tactus/device-link`;
    const open = () =>
      page.evaluate(
        (url) =>
          new Promise<string>((resolve) => {
            const socket = new WebSocket(url);
            socket.onopen = () => resolve('open');
            socket.onerror = () => resolve('refused');
          }),
        address,
      );
    expect(await open()).toBe('refused');
    await page.goto(tactus.url);
    expect(await open()).toBe('open');
  });

  test('uses the device API with a key that it was given: that is its purpose', async () => {
    const made = await fetch(`${tactus.url}/_control/devices`, {
      method: 'POST',
      headers: json,
      body: '{"model":"handy"}',
    });
    const { connectionKey } = (await made.json()) as { connectionKey: string };
    const headers = { 'x-connection-key': connectionKey, 'x-api-key': 'client' };
    const started = await fetchByPage(`${tactus.url}${API}/hamp/start`, { method: 'PUT', headers });
    expect(JSON.parse(started)).toMatchObject({ result: { play_state: 1 } });
    expect(await tactus.device(connectionKey).hamp()).toMatchObject({ play_state: 1 });
    const status = await firstStatus(`${tactus.url}${API}/sse?ck=${connectionKey}&apikey=client`);
    expect(JSON.parse(status)).toMatchObject({ data: { connected: true } });
    await fetchByPage(`${tactus.url}${API}/hamp/stop`, { method: 'PUT', headers });
    expect(await tactus.device(connectionKey).hamp()).toMatchObject({ play_state: 0 });
  });
});

/** The first `device_status` that an EventSource of the page receives; `refused` when it cannot connect. */
function firstStatus(address: string): Promise<string> {
  return page.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        const source = new EventSource(url);
        const end = (text: string) => {
          source.close();
          resolve(text);
        };
        source.addEventListener('device_status', (event) => end(String(event.data)));
        source.onmessage = (event) => end(String(event.data));
        source.onerror = () => end('refused');
      }),
    address,
  );
}

describe('another host name that leads to this machine', () => {
  const paths = ['/', '/config.json', '/_control/devices', '/api/tactus/features', '/healthz', `${API}/info`];

  test('gives a page nothing, though its requests are same-origin', async () => {
    const { port } = new URL(tactus.url);
    const answer = await page.goto(`http://${REBOUND}:${port}/`);
    expect(answer?.status()).toBe(403);
    for (const path of paths) {
      const headers = { 'x-connection-key': 'DemoHandy1', 'x-api-key': 'x', 'x-forwarded-host': 'localhost' };
      expect(JSON.parse(await fetchByPage(path, { headers }))).toMatchObject({ error: { name: 'HostNotAllowed' } });
    }
    const start = await fetchByPage(`${API}/hamp/start`, {
      method: 'PUT',
      headers: { 'x-connection-key': 'DemoHandy1', 'x-api-key': 'x' },
    });
    expect(JSON.parse(start)).toMatchObject({ error: { name: 'HostNotAllowed' } });
    expect(await firstStatus(`${API}/sse?ck=DemoHandy1&apikey=x`)).toBe('refused');
    expect(await everything()).toEqual(before);
  });

  test.each([`${REBOUND}`, `localhost.${REBOUND}`, '127.0.0.1.nip.example', '192.168.1.20'])(
    'is refused as the Host header %j, whatever the other headers',
    async (host) => {
      for (const path of paths) {
        const headers = { host, 'x-forwarded-host': 'localhost', forwarded: 'host=localhost', origin: tactus.url };
        expect([path, await statusOf(path, headers)]).toEqual([path, 403]);
      }
    },
  );
});

function statusOf(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${tactus.url}${path}`, { headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
