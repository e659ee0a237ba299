import { useEffect, useState } from 'react';
import { useDevice } from './device-context.tsx';

/** Whether another tab of this browser has taken control from this one, and the function that dismisses the notice. */
export function useTakenOverByOtherTab(): { readonly takenOver: boolean; readonly dismiss: () => void } {
  const device = useDevice();
  const [takenOver, setTakenOver] = useState(false);
  useEffect(
    () =>
      device.store.subscribe((now, before) => {
        // The notice stays after that tab has released control: nothing else explains why the device stopped.
        if (now.control === 'held' || now.connectionKey !== before.connectionKey) setTakenOver(false);
        else if (before.control === 'held' && now.control === 'elsewhere') setTakenOver(true);
      }),
    [device],
  );
  return { takenOver, dismiss: () => setTakenOver(false) };
}
