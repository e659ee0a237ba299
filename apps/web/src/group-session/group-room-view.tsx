import { lazy, type ReactNode, Suspense } from 'react';
import type { GroupRoom } from './group-room.ts';

// With all that plays a script on a device: nobody needs it who is not in a room.
const GroupRoomBlocks = lazy(async () => ({ default: (await import('./group-room-blocks.tsx')).GroupRoomBlocks }));

/** A room that one is in: what plays, one's own device, who is here. `children` stand below. */
export function GroupRoomView({ room, children }: { room: GroupRoom; children?: ReactNode }) {
  return (
    <Suspense>
      <GroupRoomBlocks room={room}>{children}</GroupRoomBlocks>
    </Suspense>
  );
}
