import type { Undo } from '@tactus/time';

/** A device of a channel. */
export interface ChannelMember {
  readonly connectionKey: string;
  /**
   * The name of the device for the holder of the channel: letters and digits that disclose nothing of the key, and stay as
   * long as it is a member.
   */
  readonly alias: string;
}

/** A group of devices that is addressed like one device. */
export interface MultiDeviceChannel {
  /** The value of `X-Connection-Key`: `chref:` and 12 letters and digits. */
  readonly reference: string;
  /** In the order in which their owner named them. */
  readonly members: readonly ChannelMember[];
  /** Receives every change of the members, and the end. A watched channel is in use. */
  watch(watcher: ChannelWatcher): Undo;
}

/** A watcher of one channel. */
export interface ChannelWatcher {
  /** The members have just changed. */
  changed(): void;
  /** The channel is no more. */
  ended(): void;
}

/** A channel with its owner's rights. */
export interface OwnedMultiDeviceChannel extends MultiDeviceChannel {
  readonly list: MemberList;
  /** Replaces the members. */
  replace(list: MemberList): void;
  /** Whether any watcher is registered. */
  isWatched(): boolean;
  /** Notifies the watchers of the end. */
  end(): void;
}

/** The members of a channel, and how many aliases it has given so far. */
export interface MemberList {
  readonly members: readonly ChannelMember[];
  readonly aliasesGiven: number;
}

const NO_MEMBERS: MemberList = { members: [], aliasesGiven: 0 };

/** The members of a channel with these keys; those that stay retain their aliases, and a key that is named twice counts once. */
export function toMemberList(id: string, keys: readonly string[], before: MemberList = NO_MEMBERS): MemberList {
  let { aliasesGiven } = before;
  function aliasOf(connectionKey: string): string {
    const known = before.members.find((member) => member.connectionKey === connectionKey);
    if (known) return known.alias;
    aliasesGiven += 1;
    return `${id}${String(aliasesGiven).padStart(2, '0')}`;
  }
  const members = [...new Set(keys)].map((connectionKey) => ({ connectionKey, alias: aliasOf(connectionKey) }));
  return { members, aliasesGiven };
}

/** Makes a channel of members. */
export function createMultiDeviceChannel(id: string, first: MemberList): OwnedMultiDeviceChannel {
  const watchers = new Set<ChannelWatcher>();
  let list = first;
  return {
    reference: `chref:${id}`,
    get members() {
      return list.members;
    },
    get list() {
      return list;
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    replace(next) {
      list = next;
      for (const watcher of [...watchers]) watcher.changed();
    },
    isWatched: () => watchers.size > 0,
    end() {
      for (const watcher of [...watchers]) watcher.ended();
      watchers.clear();
    },
  };
}
