import { useEffect, useState } from 'react';
import { useTime } from '../ui/time-context.tsx';
import type { GroupRoom } from './group-room.ts';

const LOOK_EVERY_MS = 250;

/** Where the timeline of a room is, ms, a few times a second. */
export function usePlace(room: GroupRoom): number {
  const time = useTime();
  const [placeMs, setPlaceMs] = useState(room.placeMs);
  useEffect(() => {
    const look = () => setPlaceMs(room.placeMs());
    const stop = time.every(LOOK_EVERY_MS, look);
    const unfollow = room.store.subscribe(look);
    return () => {
      stop();
      unfollow();
    };
  }, [room, time]);
  return placeMs;
}
