import type { Undo } from '@tactus/time';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LinkedDevices } from '../device/linked/linked-devices.ts';
import { useLinkedDevices } from '../device/linked/linked-devices-context.tsx';
import { useTexts } from '../i18n/text.tsx';
import { openStorage } from '../settings/key-value-storage.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { useSetting, useSettingsStore } from '../settings/use-settings.tsx';
import { useNotifications } from '../ui/notifications-context.tsx';
import { useClock, useRandom } from '../ui/time-context.tsx';
import { notifyStopFloods } from './notify-floods.ts';
import { readPointPlayerAfterGuest } from './read-after-guest.ts';
import { openShareOwnerSession, type ShareOwnerSession } from './share-owner-session.ts';

interface OpenSession {
  readonly ownerSession: ShareOwnerSession;
  readonly unfollow: Undo;
}

/** The owner's sessions of the app, one at most: it stays open while something is shared, so that the log has no gaps. */
const openSessions = new WeakMap<LinkedDevices, OpenSession>();

function closeSession(devices: LinkedDevices): void {
  const found = openSessions.get(devices);
  found?.unfollow();
  found?.ownerSession.close();
  openSessions.delete(devices);
}

/** Registers a session until the device changes. */
function register(
  devices: LinkedDevices,
  settings: SettingsStore,
  ownerSession: ShareOwnerSession,
  onFlood: (name: string) => void,
): ShareOwnerSession {
  closeSession(devices);
  const undos = [
    readPointPlayerAfterGuest(ownerSession.store, devices.device),
    notifyStopFloods(ownerSession.store, onFlood),
    settings.state.subscribe((now) => {
      if (now.connectionKey !== ownerSession.connectionKey) closeSession(devices);
    }),
  ];
  const unfollow = () => {
    for (const undo of undos) undo();
  };
  openSessions.set(devices, { ownerSession, unfollow });
  return ownerSession;
}

/**
 * The owner's session of the linked device; undefined without one, or where it is not `wanted`. It is closed with the
 * page only where nothing is shared.
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
    const found = openSessions.get(devices)?.ownerSession;
    const { fetch, apiKey } = devices.cloud;
    const storage = openStorage(() => window.localStorage);
    const open =
      found?.connectionKey === connectionKey
        ? found
        : register(
            devices,
            settings,
            openShareOwnerSession({ fetch, apiKey, connectionKey, storage, time, random }),
            onFlood,
          );
    setOwnerSession(open);
    return () => {
      if (open.store.getState().shares.length === 0 && openSessions.get(devices)?.ownerSession === open)
        closeSession(devices);
    };
  }, [wanted, connectionKey, devices, settings, time, random]);
  return ownerSession;
}
