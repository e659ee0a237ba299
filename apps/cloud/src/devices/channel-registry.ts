import { randomInt } from 'node:crypto';
import { isChannelReference } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { createExpiringStore } from '../store/expiring-store.ts';
import {
  createMultiDeviceChannel,
  type MultiDeviceChannel,
  type OwnedMultiDeviceChannel,
} from './multi-device-channel.ts';

/** The result of creating a channel: the reference is for clients that drive the channel, the secret for those that change it. */
export interface ChannelGrant {
  readonly reference: string;
  readonly secret: string;
}

/** The channels of this cloud. In memory only; a channel is removed 24 hours after its last use. */
export interface ChannelRegistry {
  /** Makes a channel of these devices, connected or not; undefined when there is no room for another. */
  create(connectionKeys: readonly string[]): ChannelGrant | undefined;
  /** The channel of a reference; a look-up counts as use. */
  get(reference: string): MultiDeviceChannel | undefined;
  /** The channel with its owner's rights; undefined for a wrong secret as for an unknown reference. */
  owned(reference: string, secret: string): OwnedMultiDeviceChannel | undefined;
  /** Ends a channel and its event streams. */
  end(reference: string): void;
  /** Removes the channels without a use in 24 hours. */
  forgetUnused(): void;
  size(): number;
}

const CHANNELS_MAX = 10_000;
const ID_LENGTH = 12;
const ID_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** Returns a registry without channels, for at most `capacity` of them. */
export function createChannelRegistry(time: Time, capacity: number = CHANNELS_MAX): ChannelRegistry {
  const store = createExpiringStore<OwnedMultiDeviceChannel>({
    time,
    capacity,
    isInUse: (channel) => channel.isWatched(),
    onGone: (channel) => channel.end(),
  });
  return {
    create(connectionKeys) {
      const channel = createMultiDeviceChannel(randomId(), connectionKeys);
      const secret = store.add(channel.reference, channel);
      return secret === undefined ? undefined : { reference: channel.reference, secret };
    },
    get: (reference) => (isChannelReference(reference) ? store.get(reference) : undefined),
    owned: (reference, secret) => store.owned(reference, secret),
    end: (reference) => store.remove(reference),
    forgetUnused: () => store.forgetUnused(),
    size: () => store.size(),
  };
}

/** About 70 bits from the system's own source: the reference drives the devices, so it must be impossible to guess. */
function randomId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('');
}
