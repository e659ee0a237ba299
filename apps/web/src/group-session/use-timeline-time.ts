import { useEffect, useState } from 'react';
import { useClock } from '../ui/time-context.tsx';
import type { GroupRoom } from './group-room.ts';

const UPDATE_EVERY_MS = 250;

/** The time of a room's timeline, ms, updated a few times a second. */
export function useTimelineTimeMs(room: GroupRoom): number {
  const time = useClock();
  const [placeMs, setPlaceMs] = useState(room.placeMs);
  useEffect(() => {
    const update = () => setPlaceMs(room.placeMs());
    const stop = time.every(UPDATE_EVERY_MS, update);
    const unfollow = room.store.subscribe(update);
    return () => {
      stop();
      unfollow();
    };
  }, [room, time]);
  return placeMs;
}
