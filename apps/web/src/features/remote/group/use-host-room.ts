import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { LinkedDevices } from '../../../device/linked/linked-devices.ts';
import { useLinkedDevices } from '../../../device/linked/linked-devices-context.tsx';
import { openTabRoom } from '../../../group-session/browser-tab-room.ts';
import { createGroupApi, makeGroup } from '../../../group-session/group-api.ts';
import type { TabRoom, TabRoomFacts } from '../../../group-session/tab-room.ts';
import { useClock, useRandom } from '../../../ui/time-context.tsx';

/** The rooms of the app, one at most: a page that is opened again finds its room. */
const stored = new WeakMap<LinkedDevices, TabRoom>();

/** The room of the group session that this tab hosts, and its state. */
export interface HostedRoom {
  readonly tab: TabRoom;
  readonly facts: TabRoomFacts;
  /** Rejects where home refuses. Resolves when `cancelled` aborts; a session that is made only after that is ended. */
  readonly make: (names: { name: string; host: string }, cancelled: AbortSignal) => Promise<void>;
}

/** The room that this tab hosts, also after its page was reloaded. */
export function useHostedRoom(): HostedRoom {
  const devices = useLinkedDevices();
  const time = useClock();
  const random = useRandom();
  const [tab] = useState(() => {
    const { fetch } = devices.cloud;
    const found =
      stored.get(devices) ?? openTabRoom({ slot: 'tactus.hosting', link: undefined, fetch, time, random }).tab;
    stored.set(devices, found);
    return found;
  });
  useEffect(() => tab.resume(), [tab]);
  return {
    tab,
    facts: useStore(tab.store),
    make(names, cancelled) {
      const { fetch } = devices.cloud;
      async function make() {
        const { path, ...entry } = await makeGroup(fetch, names);
        if (cancelled.aborted) createGroupApi({ fetch, bearer: entry.bearer }).leave();
        else tab.enter(entry, path);
      }
      const untilCancelled = new Promise<void>((resolve) => cancelled.addEventListener('abort', () => resolve()));
      return Promise.race([make(), untilCancelled]);
    },
  };
}
