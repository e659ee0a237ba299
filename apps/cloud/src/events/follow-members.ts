import type { Undo } from '@tactus/time';
import type { ChannelMember, MultiDeviceChannel } from '../devices/multi-device-channel.ts';

/** Callbacks for the members of a channel as they come and go. */
export interface ChannelMemberListener {
  /** Begins to listen to a member, until undone. */
  join(member: ChannelMember): Undo;
  /** Notifies of a member that left; its events still arrive until the undo. Not called when following ends. */
  left(member: ChannelMember): void;
  /** The channel is over. */
  ended(): void;
}

/** Joins every member of a channel and follows later changes, until undone. */
export function followChannelMembers(channel: MultiDeviceChannel, { join, left, ended }: ChannelMemberListener): Undo {
  const joined = new Map<string, { readonly member: ChannelMember; readonly leave: Undo }>();

  function follow(): void {
    const aliases = new Set(channel.members.map(({ alias }) => alias));
    for (const [alias, { member, leave }] of joined) {
      if (aliases.has(alias)) continue;
      left(member);
      leave();
      joined.delete(alias);
    }
    for (const member of channel.members) {
      if (!joined.has(member.alias)) joined.set(member.alias, { member, leave: join(member) });
    }
  }

  follow();
  const unwatch = channel.watch({ changed: follow, ended });
  return () => {
    unwatch();
    for (const { leave } of joined.values()) leave();
    joined.clear();
  };
}
