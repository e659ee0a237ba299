import type { Undo } from '@tactus/time';
import { useEffect, useEffectEvent, useState } from 'react';
import { browserTabPorts } from '../device/browser/browser-ports.ts';
import type { LinkedDevices } from '../device/linked/linked-devices.ts';
import { useLinkedDevices } from '../device/linked/linked-devices-context.tsx';
import { useTexts } from '../i18n/text.tsx';
import { openStorage } from '../settings/key-value-storage.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { useSetting, useSettingsStore } from '../settings/use-settings.tsx';
import { useNotifications } from '../ui/notifications-context.tsx';
import { useClock, useRandom } from '../ui/time-context.tsx';
import { notifyStopFloods } from './notify-floods.ts';
import { presentOwnerSession } from './present-owner-session.ts';
import { readPointPlayerAfterGuest } from './read-after-guest.ts';
import { openShareOwnerSession, type ShareOwnerSession } from './share-owner-session.ts';
import { storeSharedUntil } from './shared-until.ts';

interface OpenSession {
  readonly ownerSession: ShareOwnerSession;
  readonly unfollow: Undo;
  /** How many parts of the page use it. */
  users: number;
}

/** The owner's sessions of the app, one at most: it stays open while something is shared, so that the log has no gaps. */
const openSessions = new WeakMap<LinkedDevices, OpenSession>();

function closeSession(devices: LinkedDevices): void {
  const found = openSessions.get(devices);
  found?.unfollow();
  found?.ownerSession.close();
  openSessions.delete(devices);
  if (found) presentOwnerSession(devices).setState({ ownerSession: undefined });
}

/** Registers a session until the device changes. */
function register(
  devices: LinkedDevices,
  settings: SettingsStore,
  ownerSession: ShareOwnerSession,
  onFlood: (name: string) => void,
): OpenSession {
  closeSession(devices);
  const { store, connectionKey } = ownerSession;
  const undos = [
    store.subscribe(({ state, shares }) => state === 'open' && storeSharedUntil(connectionKey, shares)),
    readPointPlayerAfterGuest(store, devices.device),
    notifyStopFloods(store, onFlood),
    settings.state.subscribe((now) => {
      if (now.connectionKey !== connectionKey) closeSession(devices);
    }),
  ];
  const unfollow = () => {
    for (const undo of undos) undo();
  };
  const open = { ownerSession, unfollow, users: 0 };
  openSessions.set(devices, open);
  presentOwnerSession(devices).setState({ ownerSession });
  return open;
}

/**
 * The owner's session of the linked device; undefined without one, or where it is not `wanted`. It is closed with the
 * last part of the page that uses it, only where nothing is shared.
 */
export function useShareOwnerSession(wanted: boolean): ShareOwnerSession | undefined {
  const devices = useLinkedDevices();
  const settings = useSettingsStore();
  const time = useClock();
  const random = useRandom();
  const connectionKey = useSetting((state) => state.connectionKey);
  const [ownerSession, setOwnerSession] = useState<ShareOwnerSession>();
  const notifications = useNotifications();
  const { t } = useTexts();
  const onFlood = useEffectEvent((name: string) =>
    notifications.show({ tone: 'warning', message: t('sharing.floods', { name }) }),
  );

  useEffect(() => {
    if (!wanted || connectionKey === '') {
      setOwnerSession(undefined);
      return;
    }
    const found = openSessions.get(devices);
    const { fetch, apiKey } = devices.cloud;
    const storage = openStorage(() => window.localStorage);
    const open =
      found?.ownerSession.connectionKey === connectionKey
        ? found
        : register(
            devices,
            settings,
            openShareOwnerSession({ fetch, apiKey, connectionKey, storage, time, random, tabs: browserTabPorts() }),
            onFlood,
          );
    open.users += 1;
    setOwnerSession(open.ownerSession);
    return () => {
      open.users -= 1;
      const isShared = open.ownerSession.store.getState().shares.length > 0;
      if (open.users === 0 && !isShared && openSessions.get(devices) === open) closeSession(devices);
    };
  }, [wanted, connectionKey, devices, settings, time, random]);
  return ownerSession;
}
