import type { Fetch, Heartbeat } from '@tactus/sdk';
import type { Random, Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ClaimOwner, TabClaim } from '../sharing/tab-claim.ts';
import type { TabSession } from '../sharing/tab-session.ts';
import { fetchGroup, type GroupOverReason, type GroupSessionEntry } from './group-api.ts';
import { type GroupRoom, openGroupRoom } from './group-room.ts';

/** The stored session of a tab in a room. */
export interface RoomRecord extends TabSession {
  /** The path of the link with its secret, which the host has. */
  readonly path?: string | undefined;
}

/** The state of a tab's room. */
export interface TabRoomFacts {
  /**
   * `none`: there is no session. `resuming`: the tab has one, and home is asked for its state. `elsewhere`: another tab of
   * this browser uses it. `inside`: the room is open, or was open and holds the reason of its end.
   */
  readonly state: 'none' | 'resuming' | 'elsewhere' | 'inside';
  readonly room: GroupRoom | undefined;
  /** Why the tab's previous session is over, where resuming found that out. */
  readonly over: GroupOverReason | undefined;
  /** The last attempt to resume had no answer. */
  readonly failed: boolean;
}

/** The room of a tab: it outlives pages and ends with the tab. */
export interface TabRoom {
  readonly store: StoreApi<TabRoomFacts>;
  /** The path of the room's link, where it is known. */
  path(): string | undefined;
  /** Opens a room with a new session. */
  enter(entry: GroupSessionEntry, path?: string): void;
  /** Makes a session of an earlier visit that of this tab, and resumes it; where the tab has one, nothing changes. */
  adopt(earlier: RoomRecord): void;
  /** Resumes the session of the tab, if there is one and the room is not open. */
  resume(): void;
  /** Moves the session from another tab to this one. */
  takeOver(): void;
  /** The page is being closed, and may come back: home is notified, and a host's timeline is paused. */
  pause(): void;
  /** Ends and deletes the session, if there is one. */
  leave(): void;
}

/** The interval of attempts to resume, while home does not answer. @internal */
export const ROOM_RESUME_RETRY_MS = 1_000;

const NONE: TabRoomFacts = { state: 'none', room: undefined, over: undefined, failed: false };

/** `storage` has at most one session; its `write` replaces `previous`. */
export function createTabRoom(parts: {
  readonly storage: {
    read(): RoomRecord | undefined;
    write(record: RoomRecord | undefined, previous: RoomRecord | undefined): void;
  };
  readonly claim: (session: string, onOwner: (owner: ClaimOwner) => void) => TabClaim;
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  readonly heartbeat: Heartbeat;
}): TabRoom {
  const { storage, time } = parts;
  const store = createStore<TabRoomFacts>()(() => NONE);
  let record = storage.read();
  let claim: TabClaim | undefined;
  let cancelWait: Undo = () => undefined;

  function save(next: RoomRecord | undefined): void {
    storage.write(next, record);
    record = next;
  }

  function unclaim(): void {
    cancelWait();
    claim?.release();
    claim = undefined;
  }

  function drop(): void {
    unclaim();
    save(undefined);
  }

  function claimSession({ session }: RoomRecord): void {
    claim = parts.claim(session, (owner) => {
      const { state, room } = store.getState();
      if (owner === 'here') {
        if (state === 'resuming') void read();
        return;
      }
      store.setState({ ...NONE, state: 'elsewhere' });
      room?.suspend();
    });
  }

  async function read(): Promise<void> {
    if (!record) return;
    const { bearer } = record;
    try {
      const answer = await fetchGroup(parts.fetch, bearer);
      if (store.getState().state !== 'resuming') return;
      if ('over' in answer) {
        drop();
        store.setState({ ...NONE, over: answer.over });
      } else open({ bearer, view: answer });
    } catch {
      if (store.getState().state !== 'resuming') return;
      store.setState({ failed: true });
      cancelWait = time.after(ROOM_RESUME_RETRY_MS, () => void read());
    }
  }

  function open(entry: GroupSessionEntry): void {
    const { fetch, random, heartbeat } = parts;
    const room = openGroupRoom({ entry, fetch, time, random, heartbeat });
    store.setState({ ...NONE, state: 'inside', room });
    room.store.subscribe(({ state }) => state === 'over' && store.getState().room === room && drop());
  }

  function resume(): void {
    const { state } = store.getState();
    if (!record || state !== 'none') return;
    store.setState({ ...NONE, state: 'resuming' });
    claimSession(record);
  }

  return {
    store,
    path: () => record?.path,
    enter(entry, path) {
      save({ session: entry.view.session_id, bearer: entry.bearer, link: entry.view.group.id, path });
      open(entry);
      if (record) claimSession(record);
    },
    adopt(earlier) {
      if (record) return;
      save(earlier);
      resume();
    },
    resume,
    takeOver() {
      if (store.getState().state !== 'elsewhere') return;
      store.setState({ ...NONE, state: 'resuming' });
      claim?.takeOver();
    },
    pause() {
      const { room } = store.getState();
      unclaim();
      // A room that is over stays, with its reason.
      if (!record) return;
      store.setState(NONE);
      room?.suspend();
    },
    leave() {
      store.getState().room?.leave();
      drop();
      store.setState(NONE);
    },
  };
}
