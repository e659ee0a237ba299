import type { HspState } from '@tactus/protocol';
import {
  createPointStream,
  type Device,
  type DeviceOptions,
  type PointStream,
  type PointStreamOptions,
} from '@tactus/sdk';
import { fidelityOf, type Pairs, type Seen } from '@tactus/virtual-device/testing';
import { expect } from 'vitest';
import type { ProfileName } from '../sdk/cloud-and-device.ts';
import { type VirtualWorld, virtualWorld } from '../sdk/cloud-in-virtual-time.ts';

/** Travel of a Handy 1, mm. */
const STROKE_MM = 97.826;
/** Time for the slider to reach the line again after a jump of the stream. */
const CATCH_UP_MS = 1_000;
const LOOK_EVERY_MS = 10;

/** Points for this many minutes, one every 200 ms, three waves; below 60 percent a second. */
export const smooth = (minutes: number): Pairs =>
  Array.from({ length: minutes * 300 + 1 }, (_, index) => {
    const seconds = index / 5;
    const wave = 30 * Math.sin(seconds * 0.9) + 10 * Math.sin(seconds * 2.17 + 1) + 5 * Math.sin(seconds * 0.113);
    return [index * 200, Math.round(50 + wave)] as const;
  });

export const pointsOf = (script: Pairs) => script.map(([t, x]) => ({ t, x }));

/** The network to the cloud; a test can slow it or cut it. */
export interface Network {
  /** Transit in one direction, ms. */
  delayMs: number;
  /** Nothing arrives. */
  isCut: boolean;
}

/** A stream of the SDK on a device of the cloud, in virtual time. */
export interface StreamedDevice {
  readonly world: VirtualWorld;
  readonly device: Device;
  readonly stream: PointStream;
  readonly network: Network;
  /** The calls of the point player so far, by name. */
  calls(): string[];
  /** Advances virtual time. */
  run(ms: number): Promise<void>;
  hsp(): Promise<HspState>;
  mm(): Promise<number>;
  speed(): Promise<number>;
  /** Lets the slider catch up, then expects it to follow the script within 1 percent and 5 ms. */
  follow(script: Pairs, durationMs: number, pace?: { rate?: number; lapMs?: number }): Promise<void>;
}

/** One direction to the vendor's cloud, including the cloud's own to the device, ms. */
const VENDOR_WAY_MS = 160;

/** Builds the stream, connected. */
export async function streamedDevice(
  profile: ProfileName,
  options: Omit<PointStreamOptions, 'time' | 'features'>,
  changes: Partial<DeviceOptions> = {},
): Promise<StreamedDevice> {
  const world = await virtualWorld({ profile });
  const network: Network = { delayMs: profile === 'vendor' ? VENDOR_WAY_MS : 10, isCut: false };
  const fetch: DeviceOptions['fetch'] = async (url, init) => {
    if (url.includes('/sse')) return world.fetch(url, init);
    await world.time.sleep(network.delayMs);
    if (network.isCut) throw new TypeError('fetch failed');
    const answer = await world.fetch(url, init);
    await world.time.sleep(network.delayMs);
    if (network.isCut) throw new TypeError('fetch failed');
    return answer;
  };
  const device = await world.connected({ fetch, ...changes });
  const features = { leases: profile === 'tactus' };
  const stream = createPointStream(device, { time: world.time, features, ...options });
  const slider = () => world.virtual.call('slider.state', {});

  async function watch(durationMs: number, { rate = 1, lapMs = Infinity }): Promise<Seen[]> {
    const seen: Seen[] = [];
    const fromMs = stream.positionMs();
    for (let passedMs = 0; passedMs < durationMs; passedMs += LOOK_EVERY_MS) {
      seen.push({ scriptMs: (fromMs + passedMs * rate) % lapMs, mm: (await slider()).position_absolute });
      await world.time.run(LOOK_EVERY_MS);
    }
    return seen;
  }

  return {
    ...{ world, device, stream, network, run: world.time.run },
    calls: () =>
      device.trace
        .entries()
        .flatMap((entry) => (entry.kind === 'command' && entry.call.startsWith('hsp.') ? [entry.call] : [])),
    hsp: () => world.virtual.call('hsp.state', {}),
    mm: async () => (await slider()).position_absolute,
    speed: async () => (await slider()).speed_absolute,
    async follow(script, durationMs, pace = {}) {
      await world.time.run(CATCH_UP_MS);
      const { lagMs, worstMm } = fidelityOf(script, await watch(durationMs, pace), pace.rate);
      expect(Math.abs(lagMs)).toBeLessThanOrEqual(5);
      expect(worstMm).toBeLessThan(STROKE_MM / 100);
    },
  };
}
