import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTime } from '../ui/time-context.tsx';
import { useDevice } from './device-context.tsx';
import { createOtherApp, type OtherApp, type Taker } from './other-app.ts';

const OtherAppContext = createContext<OtherApp | undefined>(undefined);

interface OtherAppProviderProps {
  /** Whether a guest whom the owner has let in drives the device. Never rejects. */
  isGuest: () => Promise<boolean>;
  children: ReactNode;
}

/** Looks for others who take the device over, on behalf of everything inside. */
export function OtherAppProvider({ isGuest, children }: OtherAppProviderProps) {
  const device = useDevice();
  const time = useTime();
  const [otherApp] = useState(() => createOtherApp({ device, time, isGuest }));
  useEffect(() => otherApp.open(), [otherApp]);
  return <OtherAppContext value={otherApp}>{children}</OtherAppContext>;
}

/** Who has taken the device over, and the way to say that it is known. */
export function useOtherApp(): { taker: Taker | undefined; dismiss: () => void } {
  const otherApp = use(OtherAppContext);
  if (otherApp === undefined) throw new Error('useOtherApp is used outside an OtherAppProvider');
  return { taker: useStore(otherApp.taker), dismiss: otherApp.dismiss };
}
