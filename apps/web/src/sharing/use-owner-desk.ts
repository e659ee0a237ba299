import type { Undo } from '@tactus/time';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LinkedDevices } from '../device/linked/linked-devices.ts';
import { useLinkedDevices } from '../device/linked/linked-devices-context.tsx';
import { useTexts } from '../i18n/text.tsx';
import { openStorage } from '../settings/key-value-storage.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { useSetting, useSettingsStore } from '../settings/use-settings.tsx';
import { useNotifications } from '../ui/notifications-context.tsx';
import { useRandom } from '../ui/random-context.tsx';
import { useTime } from '../ui/time-context.tsx';
import { notifyFloods } from './notify-floods.ts';
import { type OwnerDesk, openOwnerDesk } from './owner-desk.ts';
import { readAfterGuest } from './read-after-guest.ts';

interface KeptDesk {
  readonly desk: OwnerDesk;
  readonly unfollow: Undo;
}

/** The desks of the app, one at most: it stays open while something is shared, so that the log has no gaps. */
const kept = new WeakMap<LinkedDevices, KeptDesk>();

function closeKept(devices: LinkedDevices): void {
  const found = kept.get(devices);
  found?.unfollow();
  found?.desk.close();
  kept.delete(devices);
}

/** Keeps a desk until its device is another one. */
function keep(
  devices: LinkedDevices,
  settings: SettingsStore,
  desk: OwnerDesk,
  onFlood: (name: string) => void,
): OwnerDesk {
  closeKept(devices);
  const undos = [
    readAfterGuest(desk.store, devices.device),
    notifyFloods(desk.store, onFlood),
    settings.state.subscribe((now) => {
      if (now.connectionKey !== desk.connectionKey) closeKept(devices);
    }),
  ];
  const unfollow = () => {
    for (const undo of undos) undo();
  };
  kept.set(devices, { desk, unfollow });
  return desk;
}

/**
 * The owner's desk of the linked device; undefined while none is linked, or where it is not `wanted`. It is closed with the
 * page only where nothing is shared.
 */
export function useOwnerDesk(wanted: boolean): OwnerDesk | undefined {
  const devices = useLinkedDevices();
  const settings = useSettingsStore();
  const time = useTime();
  const random = useRandom();
  const connectionKey = useSetting((state) => state.connectionKey);
  const [desk, setDesk] = useState<OwnerDesk>();
  const notifications = useNotifications();
  const { t } = useTexts();
  const onFlood = useEffectEvent((name: string) =>
    notifications.show({ tone: 'warning', message: t('sharing.floods', { name }) }),
  );

  useEffect(() => {
    if (!wanted || connectionKey === '') {
      setDesk(undefined);
      return;
    }
    const found = kept.get(devices)?.desk;
    const { fetch, apiKey } = devices.cloud;
    const storage = openStorage(() => window.localStorage);
    const open =
      found?.connectionKey === connectionKey
        ? found
        : keep(devices, settings, openOwnerDesk({ fetch, apiKey, connectionKey, storage, time, random }), onFlood);
    setDesk(open);
    return () => {
      if (open.store.getState().shares.length === 0 && kept.get(devices)?.desk === open) closeKept(devices);
    };
  }, [wanted, connectionKey, devices, settings, time, random]);
  return desk;
}
