import { type Cloud, createCloud, defaultConfig } from '@tactus/cloud';
import { createDevice, type Device } from '@tactus/sdk';
import { createRandom, type Random, type Time } from '@tactus/time';
import type { FakeTime } from '@tactus/time/testing';
import { createVirtualDevice, type VirtualDevice } from '@tactus/virtual-device';
import type { Way } from './video-player.ts';

type Fetch = NonNullable<Parameters<typeof createDevice>[0]>['fetch'];

/** A cloud in virtual time with virtual devices, reached over a network with delays. */
export interface ModelledCloud {
  /** Sends requests; each has a delay up and a delay down. */
  readonly fetch: Fetch;
  readonly devices: readonly VirtualDevice[];
  /** Cuts the network between the machine and its cloud, or mends it: requests fail, answers are lost, and events arrive once it is mended. */
  cut(isCut: boolean): void;
  isCut(): boolean;
  close(): Promise<void>;
}

/** The address of every cloud of this model: a request finds its cloud by its own `fetch`. */
export const MODELLED_API = 'http://localhost/api/handy-rest/v3';

const FIRMWARE_SEED = 7;

/** Opens a cloud with this many virtual devices; its clock is ahead of the others' by `aheadMs`. */
export async function openModelledCloud(parts: {
  readonly time: FakeTime;
  readonly random: Random;
  readonly way: Way;
  /** Devices with a slider. */
  readonly devices: number;
  /** One more device, which has none and vibrates. */
  readonly vibrating?: boolean;
  readonly aheadMs: number;
}): Promise<ModelledCloud> {
  const { random, way } = parts;
  const time: Time = { ...parts.time, now: () => parts.time.now() + parts.aheadMs };
  const config = defaultConfig({ dataDir: ':memory:', rateLimitPerMinute: 0 });
  const cloud = await createCloud({ config, time, random: createRandom(1) });
  const models = [...new Array<'handy'>(parts.devices).fill('handy'), ...(parts.vibrating ? (['oh'] as const) : [])];
  const devices = models.map((model, index) => {
    const device = createVirtualDevice({
      ...{ connectionKey: keyOf(index), model, time, random: createRandom(FIRMWARE_SEED + index) },
    });
    cloud.link(device);
    return device;
  });
  let isCut = false;
  const held: (() => void)[] = [];
  const arrive = (deliver: () => void) => void (isCut ? held.push(deliver) : deliver());
  const fetch = slowed(fetchInto(cloud, arrive), parts.time, () => {
    if (isCut) throw new TypeError('The network is cut');
    return way(random);
  });
  return {
    devices,
    fetch,
    cut: (next) => {
      isCut = next;
      if (!isCut) for (const deliver of held.splice(0)) deliver();
    },
    isCut: () => isCut,
    async close() {
      for (const device of devices) device.close();
      await cloud.close();
    },
  };
}

/** The connection key of a device of the model. */
export const keyOf = (index: number): string => `Bench00${index + 1}`;

/** A device of the SDK at a modelled cloud, on a machine with a clock of its own. */
export function openDevice({ fetch, time, random }: { fetch: Fetch; time: Time; random: Random }): Device {
  return createDevice({
    ...{ apiBase: MODELLED_API, apiKey: 'bench', fetch, time, random },
    features: { headersOnSse: true },
    requestsPerMinute: Number.POSITIVE_INFINITY,
  });
}

/** A machine whose wall clock has this offset, and whose crystal runs fast by this many parts in a million. */
export function machineTime(time: FakeTime, { offMs, ppm }: { offMs: number; ppm: number }): Time {
  const fast = 1 + ppm * 1e-6;
  return {
    ...time,
    now: () => Math.floor(time.now() + offMs + time.monotonic() * (fast - 1)),
    monotonic: () => time.monotonic() * fast,
  };
}

/** Advances virtual time until a promise settles. */
export async function settled<T>(time: FakeTime, run: PromiseLike<T>): Promise<T> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  run.then(end, end);
  for (let passedMs = 0; !ended && passedMs < SETTLED_WITHIN_MS; passedMs += 5) await time.run(5);
  return run;
}

const SETTLED_WITHIN_MS = 60_000;

function slowed(fetch: Fetch, time: Time, wayMs: () => number): Fetch {
  return async (url, init) => {
    await time.sleep(wayMs());
    const answer = await fetch(url, init);
    await time.sleep(wayMs());
    return answer;
  };
}

/** A `fetch` as over a network, into a cloud of this process; `arrive` delivers the parts of an answer in their order. */
function fetchInto(cloud: Cloud, arrive: (deliver: () => void) => void): Fetch {
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    if (init.signal?.aborted) throw init.signal.reason;
    // It writes the body as a browser does, a form with its content type.
    const form = new Request(url, { method: 'POST', headers: init.headers ?? {}, body: init.body ?? null });
    const answer = await cloud.inject({
      method: init.method as 'GET', // the client's own methods
      url: pathname + search,
      headers: { ...Object.fromEntries(form.headers.entries()), host: 'localhost' },
      ...(init.body && { payload: Buffer.from(await form.arrayBuffer()) }),
      payloadAsStream: true,
    });
    const stream = answer.stream();
    let isOpen = true;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream.on('data', (chunk: Buffer) => arrive(() => isOpen && controller.enqueue(new Uint8Array(chunk))));
        stream.on('end', () => arrive(() => isOpen && controller.close()));
        stream.on('error', () => undefined); // the side that cut the stream knows
        init.signal?.addEventListener('abort', () => {
          isOpen = false;
          stream.destroy();
          controller.error(init.signal?.reason);
        });
      },
      cancel() {
        isOpen = false;
        stream.destroy();
      },
    });
    const type = answer.headers['content-type'];
    return new Response(answer.statusCode === 204 ? null : body, {
      status: answer.statusCode,
      ...(type !== undefined && { headers: { 'content-type': String(type) } }),
    });
  };
}
