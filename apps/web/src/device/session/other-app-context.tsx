import type { Undo } from '@tactus/time';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useTime } from '../../ui/time-context.tsx';
import { useDevice, useDeviceState } from './device-context.tsx';
import type { OtherApp, Taker } from './other-app.ts';
import { useLatest } from './use-latest.ts';

const NOBODY: Pick<OtherApp, 'taker' | 'dismiss'> = {
  taker: createStore<Taker | undefined>()(() => undefined),
  dismiss: () => undefined,
};

const OtherAppContext = createContext<typeof NOBODY | undefined>(undefined);

interface OtherAppProviderProps {
  /** Whether a guest whom the owner has let in drives the device. Never rejects. */
  isGuest: () => Promise<boolean>;
  children: ReactNode;
}

/** Looks for others who take the device over, on behalf of everything inside. What looks is loaded once a device is there. */
export function OtherAppProvider({ isGuest, children }: OtherAppProviderProps) {
  const device = useDevice();
  const time = useTime();
  const connected = useDeviceState((state) => state.connected);
  const latestIsGuest = useLatest(isGuest);
  const [otherApp, setOtherApp] = useState(NOBODY);
  useEffect(() => {
    if (!connected) return;
    let hasEnded = false;
    let close: Undo | undefined;
    void import('./other-app.ts')
      .then(({ createOtherApp }) => {
        if (hasEnded) return;
        const created = createOtherApp({ device, time, isGuest: () => latestIsGuest.current() });
        close = created.open();
        setOtherApp(created);
      })
      .catch(() => undefined); // nobody is named; it is loaded again with the next connection
    return () => {
      hasEnded = true;
      close?.();
    };
  }, [connected, device, time, latestIsGuest]);
  return <OtherAppContext value={otherApp}>{children}</OtherAppContext>;
}

/** Who has taken the device over, and the way to say that it is known. */
export function useOtherApp(): { taker: Taker | undefined; dismiss: () => void } {
  const otherApp = use(OtherAppContext);
  if (otherApp === undefined) throw new Error('useOtherApp is used outside an OtherAppProvider');
  return { taker: useStore(otherApp.taker), dismiss: otherApp.dismiss };
}
