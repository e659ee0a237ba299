import { useState } from 'react';
import { workerHeartbeat } from '../../../device/heartbeat.ts';
import type { LinkedDevices } from '../../../device/linked-devices.ts';
import { useLinkedDevices } from '../../../device/linked-devices-context.tsx';
import { makeGroup } from '../../../group-session/group-api.ts';
import { type GroupRoom, openGroupRoom } from '../../../group-session/group-room.ts';
import { useRandom } from '../../../ui/random-context.tsx';
import { useTime } from '../../../ui/time-context.tsx';

/** A room that this tab is the host of, and the way of its link. */
export interface HostRoom {
  readonly room: GroupRoom;
  readonly path: string;
}

/** The rooms of the app, one at most: a page that is left and come back to finds its own. */
const kept = new WeakMap<LinkedDevices, HostRoom>();

/** The room that this tab is the host of, if there is one that lives; and the ways to make one and to put it away. */
export function useHostRoom(): {
  readonly hosted: HostRoom | undefined;
  /** Rejects where home made none. */
  readonly make: (names: { name: string; host: string }) => Promise<void>;
  readonly putAway: () => void;
} {
  const devices = useLinkedDevices();
  const time = useTime();
  const random = useRandom();
  const [hosted, setHosted] = useState(() => kept.get(devices));
  return {
    hosted,
    async make(names) {
      const { fetch } = devices.cloud;
      const { path, ...entry } = await makeGroup(fetch, names);
      const made = { path, room: openGroupRoom({ entry, fetch, time, random, heartbeat: workerHeartbeat }) };
      kept.set(devices, made);
      setHosted(made);
    },
    putAway() {
      kept.delete(devices);
      setHosted(undefined);
    },
  };
}
