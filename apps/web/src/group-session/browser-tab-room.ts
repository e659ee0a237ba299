import type { Fetch } from '@tactus/sdk';
import type { Random, Time, Undo } from '@tactus/time';
import { workerHeartbeat } from '../device/browser/heartbeat.ts';
import { browserClaimPorts, claimSessionForTab } from '../sharing/tab-claim.ts';
import { readTabSession, type TabSessionSlot, writeTabSession } from '../sharing/tab-session.ts';
import { roomRecordSchema, storeHostedGroup } from './hosted-group.ts';
import { createTabRoom, type RoomRecord, type TabRoom } from './tab-room.ts';

/** Whether this tab is in a room by a link. */
export const isTabInRoom = (): boolean => readTabSession('tactus.group', roomRecordSchema) !== undefined;

/**
 * The room of this tab, which follows the life of its page; the undo pauses it. A session of another link than
 * `link` is left alone; undefined accepts any session of the tab.
 */
export function openTabRoom(parts: {
  readonly slot: Exclude<TabSessionSlot, 'tactus.session'>;
  readonly link: string | undefined;
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
}): { readonly tab: TabRoom; readonly undo: Undo } {
  const { slot, link, fetch, time, random } = parts;
  const readOwn = () => {
    const record = readTabSession(slot, roomRecordSchema);
    return link === undefined || record?.link === link ? record : undefined;
  };
  const write = (record: RoomRecord | undefined, previous: RoomRecord | undefined) => {
    writeTabSession(slot, record);
    if (slot === 'tactus.hosting') storeHostedGroup(record, previous);
  };
  const tab = createTabRoom({
    ...{ fetch, time, random, heartbeat: workerHeartbeat },
    storage: { read: readOwn, write },
    claim: (session, onOwner) => claimSessionForTab({ session, ports: browserClaimPorts(), time, random, onOwner }),
  });
  const listeners = {
    pagehide: tab.pause,
    pageshow: tab.resume,
    offline: () => tab.store.getState().room?.check(),
    online: () => tab.store.getState().room?.retry(),
  };
  for (const [name, receive] of Object.entries(listeners)) window.addEventListener(name, receive);
  return {
    tab,
    undo() {
      for (const [name, receive] of Object.entries(listeners)) window.removeEventListener(name, receive);
      tab.pause();
    },
  };
}
