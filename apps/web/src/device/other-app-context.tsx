import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTime } from '../ui/time-context.tsx';
import { useDevice } from './device-context.tsx';
import { createOtherApp, type OtherApp } from './other-app.ts';

const OtherAppContext = createContext<OtherApp | undefined>(undefined);

/** Looks for other apps that take the device over, on behalf of everything inside. */
export function OtherAppProvider({ children }: { children: ReactNode }) {
  const device = useDevice();
  const time = useTime();
  const [otherApp] = useState(() => createOtherApp({ device, time }));
  useEffect(() => otherApp.open(), [otherApp]);
  return <OtherAppContext value={otherApp}>{children}</OtherAppContext>;
}

/** Whether another app has taken the device over, and the way to say that it is known. */
export function useOtherApp(): { inControl: boolean; dismiss: () => void } {
  const otherApp = use(OtherAppContext);
  if (otherApp === undefined) throw new Error('useOtherApp is used outside an OtherAppProvider');
  return { inControl: useStore(otherApp.inControl), dismiss: otherApp.dismiss };
}
