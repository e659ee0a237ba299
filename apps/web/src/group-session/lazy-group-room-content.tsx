import { lazy, type ReactNode, Suspense } from 'react';
import type { GroupRoom } from './group-room.ts';

// Loaded with the code that plays a script on a device, which only people in a room need.
const GroupRoomContent = lazy(async () => ({ default: (await import('./group-room-content.tsx')).GroupRoomContent }));

/** Loads the content of a room when it is first shown, then shows it. `children` stand below. */
export function LazyGroupRoomContent({ room, children }: { room: GroupRoom; children?: ReactNode }) {
  return (
    <Suspense>
      <GroupRoomContent room={room}>{children}</GroupRoomContent>
    </Suspense>
  );
}
