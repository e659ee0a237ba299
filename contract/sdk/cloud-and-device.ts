import { type Cloud, type CloudConfig, defaultConfig } from '@tactus/cloud';
import { type CloudFeatures, createDevice, type Device, type DeviceOptions, type TraceEntry } from '@tactus/sdk';
import { createRandom, systemTime, type Undo } from '@tactus/time';
import { createCloud } from '../cloud/store-of-tests.ts';

/** The Handy of every cloud on this machine. */
export const HANDY = 'DemoHandy1';
/** The Oh of every cloud on this machine. */
export const OH = 'DemoOh0001';

export const profiles = ['tactus', 'vendor'] as const;
export type ProfileName = (typeof profiles)[number];

/** A cloud on a free port of this machine, and access to it. */
export interface RunningCloud {
  readonly cloud: Cloud;
  readonly url: string;
  readonly apiBase: string;
  /** Cuts or restores the link of a virtual device. */
  setConnected(connectionKey: string, connected: boolean): Promise<void>;
  /** A device of the SDK against this cloud, built as the app builds it. */
  device(options?: Partial<DeviceOptions>): Device;
  close(): Promise<void>;
}

/** Starts a cloud. Its devices exist at once. */
export async function startCloud(profile: ProfileName, changes: Partial<CloudConfig> = {}): Promise<RunningCloud> {
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0, profile, ...changes });
  const cloud = await createCloud({ config, time: systemTime, random: createRandom(1) });
  const { url } = await cloud.listen();
  const devices: Device[] = [];
  const seeds = createRandom(2);
  const features = await readFeatures(url);
  const apiBase = `${url}/api/handy-rest/v3`;

  return {
    cloud,
    url,
    apiBase,
    async setConnected(connectionKey, connected) {
      const answer = await cloud.inject({
        method: 'PUT',
        url: `/_control/devices/${connectionKey}/connected`,
        payload: { connected },
      });
      if (answer.statusCode !== 200) throw new Error(`The control surface answered ${answer.statusCode}`);
    },
    device(options = {}) {
      const device = createDevice({
        apiBase,
        apiKey: 'contract-test',
        features,
        fetch: (address, init) => fetch(address, init),
        time: systemTime,
        // Two clients with the same random numbers would count as one for the cloud.
        random: createRandom(seeds.integer(0, 2 ** 31)),
        requestsPerMinute: Number.POSITIVE_INFINITY,
        ...options,
      });
      devices.push(device);
      return device;
    },
    async close() {
      for (const device of devices) device.close();
      await cloud.close();
    },
  };
}

async function readFeatures(url: string): Promise<CloudFeatures> {
  const answer = await fetch(`${url}/config.json`);
  // The cloud's own configuration file: `features` is absent where it can do no more than the vendor's.
  const { features } = (await answer.json()) as { features?: CloudFeatures };
  return features ?? {};
}

/** Waits until the state of a device meets a condition. Rejects with the state when that takes too long. */
export async function until(
  device: Device,
  wanted: (state: ReturnType<Device['store']['getState']>) => boolean,
  withinMs = 8_000,
): Promise<void> {
  let stop: Undo = () => undefined;
  const reached = new Promise<void>((resolve) => {
    const look = () => {
      if (wanted(device.store.getState())) resolve();
    };
    stop = device.store.subscribe(look);
    look();
  });
  const controller = new AbortController();
  const late = systemTime.sleep(withinMs, controller.signal).then(() => {
    throw new Error(`It did not come to that: ${JSON.stringify(device.store.getState())}`);
  });
  try {
    await Promise.race([reached, late]);
  } finally {
    stop();
    controller.abort();
    late.catch(() => undefined);
  }
}

/** The calls of a trace, in the order in which they were sent. */
export const commandsOf = (trace: readonly TraceEntry[]): string[] =>
  trace.flatMap((entry) => (entry.kind === 'command' ? [entry.call] : []));
