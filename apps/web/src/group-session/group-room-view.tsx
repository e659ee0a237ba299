import { lazy, type ReactNode, Suspense } from 'react';
import type { GroupRoom } from './group-room.ts';

// Loaded with the code that plays a script on a device, which only people in a room need.
const GroupRoomBlocks = lazy(async () => ({ default: (await import('./group-room-blocks.tsx')).GroupRoomBlocks }));

/** The content of a room: the timeline, the person's own device, the people. `children` stand below. */
export function GroupRoomView({ room, children }: { room: GroupRoom; children?: ReactNode }) {
  return (
    <Suspense>
      <GroupRoomBlocks room={room}>{children}</GroupRoomBlocks>
    </Suspense>
  );
}
