/** Two clouds under one clock: one of the vendor's profile with the device, and the home that a bridge links it to. */
import { type CloudConfig, defaultConfig, type Log } from '@tactus/cloud';
import { type Bridge, createBridge } from '@tactus/link';
import { createDevice, type Device, type DeviceOptions } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createCloud } from '../cloud/store-of-tests.ts';
import { fetchInto, KEY, virtualWorld } from '../sdk/cloud-in-virtual-time.ts';

const SHARES = '/api/tactus/shares';

/** The terms of a share (docs/sharing.md). */
export interface Terms {
  readonly allow: readonly ('hamp' | 'hdsp' | 'hvp' | 'hsp')[];
  readonly speed: number;
  readonly stroke: { readonly min: number; readonly max: number };
  readonly intensity: number;
}

export const TERMS: Terms = {
  allow: ['hamp', 'hdsp', 'hvp', 'hsp'],
  speed: 0.4,
  stroke: { min: 0.1, max: 0.6 },
  intensity: 1,
};

export type BridgeWorld = Awaited<ReturnType<typeof bridgeWorld>>;

type Headers = Readonly<Record<string, string>>;

/** Builds the world, with the device linked to the home and no share yet. It ends with the test, or when `close` is called. */
export async function bridgeWorld(
  options: {
    readonly key?: string;
    readonly log?: Log;
    /** Round trip of a request to the device's own cloud. */
    readonly roundTripMs?: number;
    readonly home?: Partial<CloudConfig>;
    /** The browser of the owner's tab. */
    readonly tabs?: DeviceOptions['tabs'];
  } = {},
) {
  const { key = KEY, roundTripMs = 0 } = options;
  const vendor = await virtualWorld({ profile: 'vendor', device: { connectionKey: key } });
  const { time } = vendor;
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0, ...options.home });
  const home = await createCloud({ config, time, random: createRandom(3), ...(options.log && { log: options.log }) });
  const { port } = await home.listen();
  const sockets = new Set<WebSocket>();
  /** All frames to the home. */
  const toHome: string[] = [];
  let isUp = true;
  let isSwallowed = false;
  let limits: Terms | undefined;
  let ownerActs = 0;
  let bridge: Bridge | undefined;

  /** Advances the clock, and delivers the frames of the link. */
  async function run(ms: number): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += 5) {
      await time.run(Math.min(5, ms - passedMs));
      for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function settled<T>(answer: PromiseLike<T>, withinMs = 30_000): Promise<T> {
    let ended = false;
    const end = () => {
      ended = true;
    };
    answer.then(end, end);
    for (let passedMs = 0; !ended && passedMs < withinMs; passedMs += 5) await run(5);
    if (!ended) throw new Error(`It has not ended after ${withinMs} ms`);
    return answer;
  }

  async function until(what: string, isSo: () => boolean, withinMs = 20_000): Promise<void> {
    for (let passedMs = 0; passedMs < withinMs; passedMs += 5) {
      if (isSo()) return;
      await run(5);
    }
    throw new Error(`Not within ${withinMs} ms: ${what}`);
  }

  async function ask(line: string, headers: Headers, payload?: object) {
    toHome.push(`${line} ${JSON.stringify(headers)} ${JSON.stringify(payload ?? null)}`);
    const [method, path = ''] = line.split(' ');
    const { statusCode, body } = await home.inject({
      method: method as 'GET', // the lines of these tests name real methods
      url: path,
      headers,
      ...(payload && { payload }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any JSON
    return { status: statusCode, text: body, json: (body.startsWith('{') ? JSON.parse(body) : undefined) as any };
  }

  const { json: keys } = await ask('POST /api/tactus/device-keys', {});
  const alias = keys.connectionKey as string;
  const owner: Headers = { 'x-api-key': 'any-id', 'x-connection-key': alias };

  const streams = new Set<AbortController>();
  let isVendorReachable = true;
  const device = vendor.device({
    requestsPerMinute: 240,
    ...(options.tabs && { tabs: options.tabs }),
    async fetch(url, init) {
      if (!url.includes('/sse')) {
        if (roundTripMs > 0) await time.sleep(roundTripMs / 2);
        const answer = await vendor.fetch(url, init);
        if (roundTripMs > 0) await time.sleep(roundTripMs / 2);
        return answer;
      }
      if (!isVendorReachable) throw new TypeError('The network is down');
      const cut = new AbortController();
      streams.add(cut);
      init.signal?.addEventListener('abort', () => cut.abort());
      return vendor.fetch(url, { ...init, signal: cut.signal });
    },
  });
  await vendor.settled(device.connect(key));
  await vendor.settled(device.waitFor(({ mode, sids }) => mode !== undefined && sids !== undefined));

  function connect(url: string) {
    if (!isUp) throw new Error('The network is down');
    const socket = new WebSocket(url);
    sockets.add(socket);
    return {
      addEventListener: ((type: 'message', listener: (event: { data: unknown }) => void) =>
        socket.addEventListener(type, (event) => {
          if (type !== 'message' || !isSwallowed) listener(event);
        })) as WebSocket['addEventListener'],
      send(text: string) {
        toHome.push(text);
        if (!isSwallowed && socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: (code?: number) => socket.close(code),
    };
  }

  async function carry(): Promise<void> {
    bridge = createBridge({
      ...{ alias, connectionKey: key, target: device, time, random: createRandom(5), connect },
      secret: keys.secret as string,
      url: `ws://127.0.0.1:${port}/api/tactus/device-link`,
      limits: () => limits,
      heartbeat: (periodMs, beat) => time.every(periodMs, beat),
      onOwner() {
        ownerActs += 1;
        void ask('PUT /api/handy-rest/v3/mode2', owner, { mode: 0 });
      },
    });
    await until('it is linked', () => bridge?.state() === 'linked');
  }

  async function enter(link: { readonly id: string; readonly secret: string }, name = 'Guest') {
    const entered = await settled(ask(`POST ${SHARES}/${link.id}/sessions`, {}, { secret: link.secret, name }));
    expect(entered.status).toBe(201);
    const bearer: Headers = { authorization: `Bearer ${entered.json.session}` };
    const driving: Headers = { ...bearer, 'x-connection-key': entered.json.alias };
    let holds = false;
    return {
      ...{ json: entered.json, bearer, driving },
      id: entered.json.id as string,
      home: (line: string, payload?: object) => settled(ask(line, bearer, payload)),
      begin: (line: string, payload?: object) => ask(line.replace(' ', ' /api/handy-rest/v3'), driving, payload),
      call: (line: string, payload?: object) =>
        settled(ask(line.replace(' ', ' /api/handy-rest/v3'), driving, payload)),
      async hold() {
        const taken = await settled(ask(`POST ${SHARES}/control`, bearer));
        expect(taken.status).toBe(201);
        holds = true;
        time.every(150, () => {
          if (holds) void ask(`PUT ${SHARES}/control`, bearer);
        });
      },
      cut() {
        holds = false;
      },
      /** The SDK as a guest's page uses it. */
      async sdk(): Promise<Device> {
        const made = createDevice({
          ...{ apiBase: 'http://localhost/api/handy-rest/v3', apiKey: entered.json.session },
          ...{ features: { headersOnSse: true }, fetch: fetchInto(home) as DeviceOptions['fetch'], time },
          random: createRandom(6),
        });
        onTestFinished(() => made.close());
        await settled(made.connect(entered.json.alias));
        return made;
      },
    };
  }

  async function close(): Promise<void> {
    bridge?.close();
    for (const socket of sockets) socket.terminate();
    await home.close();
    await vendor.close();
  }
  onTestFinished(close);
  await carry();

  return {
    ...{ vendor, home, time, device, toHome, alias, owner, run, settled, until, enter, close, carry },
    ask: (line: string, headers: Headers, payload?: object) => settled(ask(line, headers, payload)),
    begin: ask,
    bridge: () => bridge ?? expect.fail('it is carried'),
    ownerActs: () => ownerActs,
    /** Makes a link, as the owner's tab does: the bridge gets the terms from the owner, not from the home. */
    async share(terms: Terms = TERMS) {
      limits = terms;
      bridge?.limitsChanged();
      const { allow, ...rest } = terms;
      const made = await settled(ask(`POST ${SHARES}`, owner, { allow, limits: rest }));
      expect(made.status).toBe(201);
      return made.json as { readonly id: string; readonly secret: string };
    },
    /** Sets the owner's terms, in the bridge alone. */
    allow(terms: Terms | undefined) {
      limits = terms;
      bridge?.limitsChanged();
    },
    /** Cuts the link so that both sides notice; it cannot be restored until `restore`. */
    cutLink() {
      isUp = false;
      for (const socket of sockets) socket.terminate();
    },
    /** Nothing arrives any more on either side, without notice. */
    swallowLink() {
      isSwallowed = true;
    },
    /** Cuts the event stream of the device's own cloud until `restore`. */
    cutVendor() {
      isVendorReachable = false;
      for (const stream of streams) stream.abort();
    },
    restore() {
      isVendorReachable = true;
      isUp = true;
      isSwallowed = false;
    },
    /** The state of the device itself, without any cloud. */
    hamp: () => vendor.virtual.call('hamp.state', {}),
    slider: () => vendor.virtual.call('slider.state', {}),
    async moves() {
      const { speed_absolute } = await vendor.virtual.call('slider.state', {});
      return speed_absolute > 0;
    },
  };
}
