import type { SettingParser } from './setting-readers.ts';

/** The most that this cloud has of each at a time. */
export const CAPACITY = {
  /** Channels of several devices. */
  channels: 10_000,
  /** Point streams, the points of one, and the points of all together. */
  streams: 1_000,
  pointsPerStream: 1_000_000,
  streamPoints: 5_000_000,
  /** Shares of one device, and of all together. */
  sharesPerDevice: 32,
  shares: 20_000,
  /** Group sessions, and the points of their scripts together. */
  groups: 200,
  groupPoints: 2_000_000,
  /** Leases, those that ended in the past day included. */
  leases: 20_000,
  /** Keys of devices that may link, and connections of such devices. */
  deviceKeys: 10_000,
  deviceLinks: 20_000,
  /** Virtual devices that were made in the app. */
  virtualDevices: 1_000,
  /** MiB of uploaded scripts. */
  scriptMiB: 512,
};

/** The most that a cloud has of each at a time. */
export type Capacity = Readonly<typeof CAPACITY>;

const AT_MOST = 1_000_000_000;

/** Names with numbers, `channels=500,groups=50`; what is not named has its default. */
export const parseCapacitySetting: SettingParser<Capacity> = (raw) => {
  const capacity = { ...CAPACITY };
  for (const item of raw.split(',').map((text) => text.trim())) {
    if (item === '') continue;
    const [, name = '', digits = ''] = /^(\w+)\s*=\s*(\d+)$/.exec(item) ?? [];
    const value = Number(digits);
    if (!isName(name) || value < 1 || value > AT_MOST)
      throw new Error(
        `numbers by name such as channels=500, with commas between; names: ${Object.keys(CAPACITY).join(', ')}`,
      );
    capacity[name] = value;
  }
  return capacity;
};

const isName = (text: string): text is keyof Capacity => Object.hasOwn(CAPACITY, text);
