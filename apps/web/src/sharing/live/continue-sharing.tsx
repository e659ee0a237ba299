import { lazy, useMemo } from 'react';
import { useSetting } from '../../settings/use-settings.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { isBridgedHere } from '../bridge/bridge-tab.ts';
import { isSharedUntilLater } from '../shared-until.ts';

const KeepSharing = lazy(async () => ({ default: (await import('./keep-sharing.tsx')).KeepSharing }));

/** Follows the guests of a shared device on any page after a reload, and continues its bridge; renders nothing. */
export function ContinueSharing() {
  const time = useClock();
  const connectionKey = useSetting((settings) => settings.connectionKey);
  // Read once for each device: the page of sharing itself begins what comes later, and that goes on from there.
  const resumes = useMemo(
    () => isBridgedHere(connectionKey) || isSharedUntilLater(connectionKey, time.now()),
    [connectionKey, time],
  );
  return resumes && <KeepSharing />;
}
