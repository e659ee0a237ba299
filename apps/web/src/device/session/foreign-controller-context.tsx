import type { Undo } from '@tactus/time';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useClock } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { useDevice, useDeviceState } from './device-context.tsx';
import type { ForeignController, ForeignControllerWatch } from './foreign-controller.ts';

const NOBODY: Pick<ForeignControllerWatch, 'controller' | 'dismiss'> = {
  controller: createStore<ForeignController | undefined>()(() => undefined),
  dismiss: () => undefined,
};

const ForeignControllerContext = createContext<typeof NOBODY | undefined>(undefined);

interface ForeignControllerProviderProps {
  /** Whether a guest whom the owner has let in drives the device. Never rejects. */
  isGuest: () => Promise<boolean>;
  children: ReactNode;
}

/** Watches for other clients that take the device over, and provides the result. It is loaded once a device is connected. */
export function ForeignControllerProvider({ isGuest, children }: ForeignControllerProviderProps) {
  const device = useDevice();
  const time = useClock();
  const connected = useDeviceState((state) => state.connected);
  const latestIsGuest = useLatest(isGuest);
  const [watch, setWatch] = useState(NOBODY);
  useEffect(() => {
    if (!connected) return;
    let hasEnded = false;
    let close: Undo | undefined;
    void import('./foreign-controller.ts')
      .then(({ watchForeignController }) => {
        if (hasEnded) return;
        const created = watchForeignController({ device, time, isGuest: () => latestIsGuest.current() });
        close = created.open();
        setWatch(created);
      })
      .catch(() => undefined); // no controller is named; the next connection loads it again
    return () => {
      hasEnded = true;
      close?.();
    };
  }, [connected, device, time, latestIsGuest]);
  return <ForeignControllerContext value={watch}>{children}</ForeignControllerContext>;
}

/** The client that has taken the device over, and the function that dismisses the notice. */
export function useForeignController(): { controller: ForeignController | undefined; dismiss: () => void } {
  const watch = use(ForeignControllerContext);
  if (watch === undefined) throw new Error('useOtherApp is used outside an OtherAppProvider');
  return { controller: useStore(watch.controller), dismiss: watch.dismiss };
}
