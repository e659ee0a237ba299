import type { Undo } from '@tactus/time';

/** A device of a channel. */
export interface ChannelMember {
  readonly connectionKey: string;
  /**
   * What the holder of the channel knows the device by: letters and digits that tell nothing of its key, and stay as
   * long as it is a member.
   */
  readonly alias: string;
}

/** A channel: several devices that are driven and observed as one (api-v3.md 1.1). */
export interface MultiDeviceChannel {
  /** What stands in `X-Connection-Key`: `chref:` and 12 letters and digits. */
  readonly reference: string;
  /** In the order in which their owner named them. */
  readonly members: readonly ChannelMember[];
  /** Hears of every change of the members, and of the end. A channel that is watched is in use. */
  watch(watcher: ChannelWatcher): Undo;
}

/** Who wants to know what becomes of a channel. */
export interface ChannelWatcher {
  /** The members have just changed. */
  changed(): void;
  /** The channel is no more. */
  ended(): void;
}

/** A channel, with what only its owner may do. */
export interface OwnedMultiDeviceChannel extends MultiDeviceChannel {
  /** Replaces the members; those that stay keep their aliases. */
  replace(connectionKeys: readonly string[]): void;
  /** Whether anybody watches it. */
  isWatched(): boolean;
  /** Tells the watchers that it is over. */
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
