import { isChannelReference } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { Store } from '../store/database.ts';
import { createExpiringStore } from '../store/expiring-store.ts';
import { createKeyLocks } from '../store/key-locks.ts';
import { hashSecret, randomText } from '../store/secret-hash.ts';
import { tidyUsedRows, unusedMsOf } from '../store/used-rows.ts';
import {
  type ChannelMember,
  createMultiDeviceChannel,
  type MemberList,
  type MultiDeviceChannel,
  type OwnedMultiDeviceChannel,
  toMemberList,
} from './multi-device-channel.ts';
import { createRandomKey } from './random-key.ts';

/** The result of creating a channel: the reference is for clients that drive the channel, the secret for those that change it. */
export interface ChannelGrant {
  readonly reference: string;
  readonly secret: string;
}

/** The channels of this cloud. They survive a restart; a channel is removed 24 hours after its last use. */
export interface ChannelRegistry {
  /** Makes a channel of these devices, connected or not, and stores it; undefined when there is no room for another. */
  create(connectionKeys: readonly string[]): Promise<ChannelGrant | undefined>;
  /** The channel of a reference; a look-up counts as use. */
  get(reference: string): MultiDeviceChannel | undefined;
  /** The channel with its owner's rights; undefined for a wrong secret as for an unknown reference. */
  owned(reference: string, secret: string): MultiDeviceChannel | undefined;
  /** Stores other members, then replaces them; those that stay retain their aliases. */
  replace(reference: string, connectionKeys: readonly string[]): Promise<void>;
  /** Ends a channel and its event streams. */
  end(reference: string): Promise<void>;
  /** Removes the channels without a use in 24 hours, and notes which were used. */
  tidy(): Promise<void>;
  size(): number;
}

const PREFIX = 'chref:';

interface Options {
  readonly store: Store;
  readonly time: Time;
  /** The most channels at a time. */
  readonly capacity: number;
}

/** Resolves with the stored channels; rejects where the store cannot be read. */
export async function createChannelRegistry({ store, time, capacity }: Options): Promise<ChannelRegistry> {
  const channels = createExpiringStore<OwnedMultiDeviceChannel>({
    time,
    capacity,
    isInUse: (channel) => channel.isWatched(),
    onGone: (channel) => channel.end(),
  });
  /** Serialises the changes of each channel, by its reference. */
  const locked = createKeyLocks();
  let arriving = 0;

  await tidy();
  for (const row of await store.selectFrom('channels').selectAll().execute()) {
    const members = JSON.parse(row.members) as readonly ChannelMember[]; // `toRow` wrote it
    const list = { members, aliasesGiven: row.aliases_given };
    const channel = createMultiDeviceChannel(idOf(row.reference), list);
    channels.add(row.reference, channel, row.secret_hash, unusedMsOf(row, time.now()));
  }

  async function tidy(): Promise<void> {
    channels.forgetUnused();
    await tidyUsedRows(store, 'channels', { used: channels.usedMeanwhile(), nowMs: time.now() });
  }

  return {
    tidy,
    async create(connectionKeys) {
      if (!channels.hasRoom(arriving)) return undefined;
      const id = createRandomKey(); // the reference drives the devices: nobody may guess it
      const list = toMemberList(id, connectionKeys);
      const [reference, secret] = [PREFIX + id, randomText()];
      const row = { reference, secret_hash: hashSecret(secret), used_at: time.now(), ...toRow(list) };
      arriving += 1;
      try {
        await store.insertInto('channels').values(row).execute();
      } finally {
        arriving -= 1;
      }
      channels.add(reference, createMultiDeviceChannel(id, list), row.secret_hash);
      return { reference, secret };
    },
    get: (reference) => (isChannelReference(reference) ? channels.get(reference) : undefined),
    owned: (reference, secret) => channels.owned(reference, secret),
    replace: (reference, connectionKeys) =>
      locked(reference, async () => {
        const channel = channels.get(reference);
        if (!channel) return;
        const list = toMemberList(idOf(reference), connectionKeys, channel.list);
        await store.updateTable('channels').set(toRow(list)).where('reference', '=', reference).execute();
        channel.replace(list);
      }),
    end: (reference) =>
      locked(reference, async () => {
        await store.deleteFrom('channels').where('reference', '=', reference).execute();
        channels.remove(reference);
      }),
    size: () => channels.size(),
  };
}

const idOf = (reference: string) => reference.slice(PREFIX.length);

const toRow = ({ members, aliasesGiven }: MemberList) => ({
  members: JSON.stringify(members),
  aliases_given: aliasesGiven,
});
