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
  /** Replaces the members; those that stay retain their aliases. */
  replace(connectionKeys: readonly string[]): void;
  /** Whether any watcher is registered. */
  isWatched(): boolean;
  /** Notifies the watchers of the end. */
  end(): void;
}

/** Makes a channel of connection keys; one that is named twice counts once. */
export function createMultiDeviceChannel(id: string, connectionKeys: readonly string[]): OwnedMultiDeviceChannel {
  const watchers = new Set<ChannelWatcher>();
  let members: readonly ChannelMember[] = [];
  let named = 0;

  function aliasOf(connectionKey: string): string {
    const known = members.find((member) => member.connectionKey === connectionKey);
    if (known) return known.alias;
    named += 1;
    return `${id}${String(named).padStart(2, '0')}`;
  }

  const toMembers = (keys: readonly string[]) =>
    [...new Set(keys)].map((connectionKey) => ({ connectionKey, alias: aliasOf(connectionKey) }));

  members = toMembers(connectionKeys);
  return {
    reference: `chref:${id}`,
    get members() {
      return members;
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    replace(keys) {
      members = toMembers(keys);
      for (const watcher of [...watchers]) watcher.changed();
    },
    isWatched: () => watchers.size > 0,
    end() {
      for (const watcher of [...watchers]) watcher.ended();
      watchers.clear();
    },
  };
}
