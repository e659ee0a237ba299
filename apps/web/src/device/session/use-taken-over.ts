import { useEffect, useState } from 'react';
import { useDevice } from './device-context.tsx';

/** Whether another tab of this browser has taken control from this one, and how to say that it is known. */
export function useTakenOver(): { readonly takenOver: boolean; readonly dismiss: () => void } {
  const device = useDevice();
  const [takenOver, setTakenOver] = useState(false);
  useEffect(
    () =>
      device.store.subscribe((now, before) => {
        // It stays once that tab has let control go: nothing else says what stopped the device.
        if (now.control === 'held' || now.connectionKey !== before.connectionKey) setTakenOver(false);
        else if (before.control === 'held' && now.control === 'elsewhere') setTakenOver(true);
      }),
    [device],
  );
  return { takenOver, dismiss: () => setTakenOver(false) };
}
