import { type Cloud, type CloudConfig, defaultConfig } from '@tactus/cloud';
import { createDevice, type Device, type DeviceOptions } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { createVirtualDevice, type VirtualDevice, type VirtualDeviceOptions } from '@tactus/virtual-device';
import { onTestFinished } from 'vitest';
import { createCloud } from '../cloud/store-of-tests.ts';
import type { ProfileName } from './cloud-and-device.ts';

/** The key of the device in virtual time. */
export const KEY = 'Virtual001';

const ORIGIN = 'http://localhost';
const API_BASE = `${ORIGIN}/api/handy-rest/v3`;

type FetchLike = DeviceOptions['fetch'];

/** A cloud and a device under a clock that only the test advances; nothing uses a network. */
export interface VirtualWorld {
  readonly time: FakeTime;
  readonly cloud: Cloud;
  /** The virtual device behind the cloud. */
  readonly virtual: VirtualDevice;
  /** Sends requests to the cloud, event streams included. */
  readonly fetch: FetchLike;
  /** A device of the SDK against this cloud. */
  device(options?: Partial<DeviceOptions>): Device;
  /** A connected device, by default the virtual one, with its whole state read. */
  connected(options?: Partial<DeviceOptions>, connectionKey?: string): Promise<Device>;
  /** The result of a call without the SDK, or the JSON answer of another path (`/_control/...`). */
  ask(line: string, body?: object, connectionKey?: string): Promise<unknown>;
  /** Advances virtual time until a promise settles; resolves with its value or throws its error. */
  settled<T>(run: PromiseLike<T>, withinMs?: number): Promise<T>;
  /** Ends the world before the end of the test. */
  close(): Promise<void>;
}

/** Builds a world, which ends with the test. */
export async function virtualWorld(options: {
  readonly profile?: ProfileName;
  readonly config?: Partial<CloudConfig>;
  readonly device?: Partial<VirtualDeviceOptions>;
  /** The start of its clock, ms since the epoch. */
  readonly startMs?: number;
}): Promise<VirtualWorld> {
  const { profile = 'tactus' } = options;
  const time = createFakeTime(options.startMs);
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0, profile, ...options.config });
  const cloud = await createCloud({ config, time, random: createRandom(1) });
  const virtual = createVirtualDevice({
    connectionKey: KEY,
    model: 'handy',
    time,
    random: createRandom(7),
    ...options.device,
  });
  cloud.link(virtual);
  const fetch = fetchInto(cloud);
  const devices: Device[] = [];
  async function close(): Promise<void> {
    for (const device of devices) device.close();
    virtual.close();
    await cloud.close();
  }
  onTestFinished(close);

  async function settled<T>(run: PromiseLike<T>, withinMs = 60_000): Promise<T> {
    let ended = false;
    const end = () => {
      ended = true;
    };
    run.then(end, end);
    for (let passedMs = 0; !ended && passedMs < withinMs; passedMs += 5) await time.run(5);
    if (!ended) throw new Error(`It has not ended after ${withinMs} ms of virtual time`);
    return run;
  }

  function device(changes: Partial<DeviceOptions> = {}): Device {
    const made = createDevice({
      apiBase: API_BASE,
      apiKey: 'contract-test',
      features: profile === 'vendor' ? {} : { headersOnSse: true, inlineScripts: true, commandOrder: true },
      fetch,
      time,
      random: createRandom(2),
      requestsPerMinute: Number.POSITIVE_INFINITY,
      ...changes,
    });
    devices.push(made);
    return made;
  }

  return {
    time,
    cloud,
    virtual,
    fetch,
    device,
    settled,
    close,
    async ask(line, body, connectionKey = KEY) {
      const [method, path = ''] = line.split(' ');
      const answer = await settled(
        cloud.inject({
          method: methodOf(method),
          url: path.startsWith('/_control') ? path : `/api/handy-rest/v3${path}`,
          headers: { host: 'localhost', 'x-api-key': 'contract-test', 'x-connection-key': connectionKey },
          ...(body && { payload: body }),
        }),
      );
      if (answer.statusCode >= 400) throw new Error(`${line} answered ${answer.statusCode}: ${answer.body}`);
      const json = answer.body === '' ? {} : (answer.json() as { result?: unknown });
      return json.result ?? json;
    },
    async connected(changes, connectionKey = KEY) {
      const made = device(changes);
      await settled(made.connect(connectionKey));
      await settled(
        made.waitFor(({ mode, clockSync, sids }) => {
          return mode !== undefined && clockSync.deviceUserTimeOffset !== undefined && sids !== undefined;
        }),
      );
      return made;
    },
  };
}

/** A `fetch` as over a network, into a cloud of this process. */
export function fetchInto(cloud: Cloud): FetchLike {
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    if (init.signal?.aborted) throw init.signal.reason;
    // As the platform does: a form becomes bytes with a type that names their boundary.
    const request = new Request(url, { ...init, signal: null });
    const answer = await cloud.inject({
      method: methodOf(request.method),
      url: pathname + search,
      headers: { ...Object.fromEntries(request.headers.entries()), host: 'localhost' },
      ...(init.body && { payload: Buffer.from(await request.arrayBuffer()) }),
      payloadAsStream: true,
    });
    const stream = answer.stream();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)));
        stream.on('end', () => controller.close());
        stream.on('error', () => undefined); // the side that cut the stream knows
        init.signal?.addEventListener('abort', () => {
          stream.destroy();
          controller.error(init.signal?.reason);
        });
      },
      cancel: () => void stream.destroy(),
    });
    const type = answer.headers['content-type'];
    return new Response(answer.statusCode === 204 ? null : body, {
      status: answer.statusCode,
      ...(type !== undefined && { headers: { 'content-type': String(type) } }),
    });
  };
}

const methodOf = (text: string | undefined) =>
  (['PUT', 'POST', 'DELETE'] as const).find((name) => name === text) ?? 'GET';
