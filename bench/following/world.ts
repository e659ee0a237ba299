import { createCloud, defaultConfig } from '@tactus/cloud';
import type { DeviceBackend } from '@tactus/protocol';
import { createDevice, type Device, type Fetch } from '@tactus/sdk';
import { createRandom, type Random } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { createVirtualDevice, type VirtualDevice } from '@tactus/virtual-device';
import { clockNetworks } from '../models/clock-network.ts';
import { WAYS } from '../models/video-player.ts';

export type ProfileName = 'tactus' | 'vendor';

/** The SDK, a cloud and a virtual device in virtual time, with a network between each two of them. */
export interface World {
  readonly time: FakeTime;
  readonly random: Random;
  readonly device: Device;
  /** The slider's actual position, mm. */
  trueMm(): Promise<number>;
  /** Uploads a script for the cloud, and resolves with its address. */
  upload(script: string): Promise<string>;
  /** Advances virtual time. */
  pass(ms: number): Promise<void>;
  /** Advances virtual time until a promise settles. */
  until<R>(answer: Promise<R>): Promise<R>;
  close(): Promise<void>;
}

const KEY = 'Predicted1';
const ORIGIN = 'http://localhost';
/** The step of virtual time while a client waits for an answer. */
const STEP_MS = 1;
const HEARTBEAT_MS = 15_000;
/** Turns of the event loop that a request takes in the cloud, and more. */
const TURNS = 20;
/** The client's own part of the transit to the vendor's device, ms. */
const VENDOR_HOME_MS = 6;

/** Delays of one direction, which preserves the order. */
type Way = () => Promise<void>;

/**
 * The client is on Wi-Fi; so is a device of ours. The vendor's round trip takes 300 to 380 ms, measured by a client at home
 * (docs/device-api.md#76-how-long-it-takes), so that the client's own network is part of it; `isWifiOnTop` adds that of the clock rows to it.
 */
export async function createWorld(profile: ProfileName, seed: number, isWifiOnTop: boolean): Promise<World> {
  const time = createFakeTime();
  const random = createRandom(seed);
  const draw = () => createRandom(random.integer(0, 2 ** 32 - 1));
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0, profile });
  const cloud = await createCloud({ config, time, random: draw() });
  const slider = createVirtualDevice({ connectionKey: KEY, model: 'handy', time, random: draw() });
  let turnsToWait = 0;
  /** Marks work for which no virtual time may pass. */
  const stir = () => {
    turnsToWait = TURNS;
  };
  const linked = behind(
    slider,
    { time, stir },
    profile === 'vendor' ? vendorLink(draw(), isWifiOnTop ? 0 : VENDOR_HOME_MS) : wifi(draw(), time),
  );
  cloud.link(linked);

  const network = wifi(draw(), time);
  const home = profile === 'vendor' && !isWifiOnTop ? steady(VENDOR_HOME_MS) : network;
  /** Events of scripts that the cloud plays arrive only where the setup requests them. */
  let isCloudPlaying = false;
  const fetch: Fetch = async (address, init) => {
    const url = address.replace(ORIGIN, '');
    const way = url.endsWith('/servertime') ? network : home;
    await time.sleep(way.down());
    if (url.includes('/sse'))
      return eventStream(linked, time, orderedWay(time, way.up), () => isCloudPlaying, init.signal);
    stir();
    if (url.endsWith('/setup')) isCloudPlaying = url.includes('/hssp/');
    const answer = await cloud.inject({
      method: init.method === 'PUT' ? 'PUT' : 'GET',
      url,
      headers: { host: 'localhost', ...Object.fromEntries(new Headers(init.headers)) },
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    await time.sleep(way.up());
    const type = String(answer.headers['content-type']);
    return new Response(answer.payload, { status: answer.statusCode, headers: { 'content-type': type } });
  };
  const device = createDevice({
    apiBase: `${ORIGIN}/api/handy-rest/v3`,
    apiKey: 'benchmark',
    fetch,
    time,
    random: draw(),
    ...(profile === 'tactus' && { requestsPerMinute: Number.POSITIVE_INFINITY }),
  });

  /** Advances to the next event, at most `mostMs`. */
  async function step(mostMs: number): Promise<void> {
    await time.run(Math.min(time.untilNext(), mostMs));
    for (; turnsToWait > 0; turnsToWait -= 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }

  async function pass(ms: number): Promise<void> {
    const endMs = time.monotonic() + ms;
    while (time.monotonic() < endMs) await step(endMs - time.monotonic());
  }

  async function until<R>(answer: Promise<R>): Promise<R> {
    let isOpen = true;
    const end = () => {
      isOpen = false;
    };
    answer.then(end, end);
    while (isOpen) await step(STEP_MS);
    return answer;
  }

  await pass(3_000);
  await until(device.connect(KEY));
  await pass(3_000);
  return {
    ...{ time, random: draw(), device, pass, until },
    upload: async (script) => {
      const part = `--part\r\ncontent-disposition: form-data; name="file"; filename="a.funscript"\r\n\r\n${script}\r\n--part--\r\n`;
      const headers = { host: 'localhost', 'content-type': 'multipart/form-data; boundary=part' };
      const upload = cloud.inject({ method: 'POST', url: '/api/script/v0/temp/upload', headers, payload: part });
      const { url } = (await until(upload)).json() as { url: string }; // the cloud's own answer
      return url;
    },
    trueMm: async () => (await slider.call('slider.state', {})).position_absolute,
    async close() {
      device.close();
      slider.close();
      await cloud.close();
    },
  };
}

/** Delays there and back, ms. */
interface Link {
  readonly down: () => number;
  readonly up: () => number;
}

function wifi(random: Random, time: FakeTime): Link {
  const network = clockNetworks['Wi-Fi']?.build(random);
  if (!network) throw new Error('There is no model of Wi-Fi');
  return { down: () => network.up(time.monotonic()), up: () => network.down(time.monotonic()) };
}

const steady = (wayMs: number): Link => ({ down: () => wayMs, up: () => wayMs });

/** The link from the vendor's cloud to its device; `homeMs` of the whole transit lie in front of it. */
function vendorLink(random: Random, homeMs: number): Link {
  const way = () => WAYS.vendor(random) - homeMs;
  return { down: way, up: way };
}

/** The same device, reached over a link. */
function behind(
  device: VirtualDevice,
  { time, stir }: { time: FakeTime; stir: () => void },
  link: Link,
): DeviceBackend {
  const down = orderedWay(time, link.down);
  const up = orderedWay(time, link.up);
  const travel = async <R>(ask: () => Promise<R>): Promise<R> => {
    await down();
    const answer = ask();
    await answer.catch(() => undefined);
    await up();
    stir();
    return answer;
  };
  return {
    ...device,
    call: (name, input) => travel(() => device.call(name, input)),
    setClock: (measured) => travel(() => device.setClock(measured)),
    onEvent: (listener) => device.onEvent((event) => void up().then(() => listener(event))),
  };
}

function orderedWay(time: FakeTime, delayMs: () => number): Way {
  let lastAtMs = 0;
  return () => {
    const nowMs = time.monotonic();
    lastAtMs = Math.max(lastAtMs, nowMs + delayMs());
    return time.sleep(lastAtMs - nowMs);
  };
}

/** The cloud's event stream, which needs a socket of its own, in the same frames (docs/device-api.md#52-frames). */
function eventStream(
  device: DeviceBackend,
  time: FakeTime,
  way: Way,
  isQuiet: () => boolean,
  signal: AbortSignal | null | undefined,
): Response {
  const encoder = new TextEncoder();
  let stop = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let isOpen = true;
      const send = (text: string) => void way().then(() => isOpen && controller.enqueue(encoder.encode(text)));
      const sendEvent = ({ name, data }: { name: string; data?: unknown }) =>
        send(`event: ${name}\ndata: ${JSON.stringify({ connection_key: KEY, data })}\n\n`);
      sendEvent({ name: 'device_status', data: { connected: true, info: device.info() } });
      const stopEvents = device.onEvent((event) => {
        if (!(isQuiet() && event.name.startsWith('hsp_'))) sendEvent(event);
      });
      const stopBeats = time.every(HEARTBEAT_MS, () => send(':\n\n'));
      stop = () => {
        isOpen = false;
        stopEvents();
        stopBeats();
      };
      signal?.addEventListener('abort', () => {
        stop();
        controller.error(signal.reason);
      });
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
