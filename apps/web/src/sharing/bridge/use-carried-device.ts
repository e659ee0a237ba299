import { anonymousId } from '@tactus/sdk';
import type { Undo } from '@tactus/time';
import { useEffect, useMemo, useState } from 'react';
import { workerHeartbeat } from '../../device/browser/heartbeat.ts';
import type { LinkedDevices } from '../../device/linked/linked-devices.ts';
import { useLinkedDevices } from '../../device/linked/linked-devices-context.tsx';
import { openStorage } from '../../settings/key-value-storage.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { useRandom } from '../../ui/random-context.tsx';
import { useTime } from '../../ui/time-context.tsx';
import { openBridgeBook } from './bridge-book.ts';
import { type CarriedDevice, type CarriedFacts, carryDevice } from './carried-device.ts';
import { noteCarrying } from './carrying-tab.ts';

interface Kept {
  readonly carried: CarriedDevice;
  readonly undo: Undo;
}

/** What the app carries, one device at most: as long as the tab is there, whichever page is shown. */
const kept = new WeakMap<LinkedDevices, Kept>();

function letGo(devices: LinkedDevices): void {
  const found = kept.get(devices);
  kept.delete(devices);
  if (!found) return;
  found.undo();
  found.carried.close();
  noteCarrying(found.carried.connectionKey, 'over');
}

/** Whether the device of another cloud was lent through this browser, by a link that held when this page was opened. */
export function useLent(connectionKey: string): boolean {
  const time = useTime();
  return useMemo(() => {
    const storage = openStorage(() => window.localStorage);
    return openBridgeBook(storage, anonymousId(connectionKey), () => time.now()).nextEndMs() !== undefined;
  }, [connectionKey, time]);
}

/**
 * Carries the linked device home while it is shared; `homeKey` is the application id of the home, undefined where nothing is
 * to be carried. It goes on when the page is left, unless nothing is shared.
 */
export function useCarriedDevice(homeKey: string | undefined): CarriedDevice | undefined {
  const devices = useLinkedDevices();
  const settings = useSettingsStore();
  const time = useTime();
  const random = useRandom();
  const connectionKey = useSetting((state) => state.connectionKey);
  const [carried, setCarried] = useState<CarriedDevice>();

  useEffect(() => {
    if (homeKey === undefined || connectionKey === '') {
      setCarried(undefined);
      return;
    }
    function begin(apiKey: string): CarriedDevice {
      letGo(devices);
      const begun = carryDevice({
        ...{ connectionKey, time, random, cloud: devices.cloud, heartbeat: workerHeartbeat },
        device: devices.borrow(connectionKey).device,
        home: { origin: window.location.origin, apiKey },
        storage: openStorage(() => window.localStorage),
        connect: (url) => new WebSocket(url),
      });
      const back = (event: PageTransitionEvent) => event.persisted && begun.again();
      window.addEventListener('pagehide', begun.leave);
      window.addEventListener('pageshow', back);
      const note = ({ phase }: Pick<CarriedFacts, 'phase'>) => noteCarrying(connectionKey, phase);
      note(begun.store.getState());
      const unnote = begun.store.subscribe(note);
      const unfollow = settings.state.subscribe((now) => {
        if (now.connectionKey !== connectionKey) letGo(devices);
      });
      function undo(): void {
        unnote();
        unfollow();
        window.removeEventListener('pagehide', begun.leave);
        window.removeEventListener('pageshow', back);
      }
      kept.set(devices, { carried: begun, undo });
      return begun;
    }
    const found = kept.get(devices)?.carried;
    const open = found?.connectionKey === connectionKey ? found : begin(homeKey);
    setCarried(open);
    return () => {
      if (!open.lends() && kept.get(devices)?.carried === open) letGo(devices);
    };
  }, [homeKey, connectionKey, devices, settings, time, random]);
  return carried;
}
