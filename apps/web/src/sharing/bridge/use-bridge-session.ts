import { anonymousIdOfKey } from '@tactus/sdk';
import type { Undo } from '@tactus/time';
import { useEffect, useMemo, useState } from 'react';
import { workerHeartbeat } from '../../device/browser/heartbeat.ts';
import type { LinkedDevices } from '../../device/linked/linked-devices.ts';
import { useLinkedDevices } from '../../device/linked/linked-devices-context.tsx';
import { openStorage } from '../../settings/key-value-storage.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { useClock, useRandom } from '../../ui/time-context.tsx';
import { presentOwnerSession } from '../present-owner-session.ts';
import { type BridgeFacts, type BridgeSession, openBridgeSession } from './bridge-session.ts';
import { openBridgeStorage } from './bridge-storage.ts';
import { storeBridging } from './bridge-tab.ts';

interface OpenBridge {
  readonly session: BridgeSession;
  readonly undo: Undo;
}

/** The bridge of the app, for one device at most: it lives as long as the tab, on every page. */
const openBridges = new WeakMap<LinkedDevices, OpenBridge>();

function letGo(devices: LinkedDevices): void {
  const found = openBridges.get(devices);
  openBridges.delete(devices);
  if (!found) return;
  found.undo();
  found.session.close();
  storeBridging(found.session.connectionKey, 'over');
}

/** Whether the device of another cloud was shared through this browser, by a link that was valid when this page was opened. */
export function useWasSharedHere(connectionKey: string): boolean {
  const time = useClock();
  return useMemo(() => {
    const storage = openStorage(() => window.localStorage);
    return openBridgeStorage(storage, anonymousIdOfKey(connectionKey), () => time.now()).nextEndMs() !== undefined;
  }, [connectionKey, time]);
}

/**
 * Bridges the linked device to the home while it is shared; `homeKey` is the application id of the home, undefined where no
 * bridge is needed. It goes on when the page is left, unless nothing is shared.
 */
export function useBridgeSession(homeKey: string | undefined): BridgeSession | undefined {
  const devices = useLinkedDevices();
  const settings = useSettingsStore();
  const time = useClock();
  const random = useRandom();
  const connectionKey = useSetting((state) => state.connectionKey);
  const [session, setSession] = useState<BridgeSession>();

  useEffect(() => {
    if (homeKey === undefined || connectionKey === '') {
      setSession(undefined);
      return;
    }
    function begin(apiKey: string): BridgeSession {
      letGo(devices);
      const begun = openBridgeSession({
        ...{ connectionKey, time, random, cloud: devices.cloud, heartbeat: workerHeartbeat },
        device: devices.acquire(connectionKey).device,
        home: { origin: window.location.origin, apiKey },
        storage: openStorage(() => window.localStorage),
        connect: (url) => new WebSocket(url),
      });
      const back = (event: PageTransitionEvent) => event.persisted && begun.again();
      window.addEventListener('pagehide', begun.leave);
      window.addEventListener('pageshow', back);
      const note = ({ phase }: Pick<BridgeFacts, 'phase'>) => storeBridging(connectionKey, phase);
      note(begun.store.getState());
      const unnote = begun.store.subscribe(note);
      const unpublish = begun.store.subscribe(({ ownerSession }) =>
        presentOwnerSession(devices).setState({ ownerSession }),
      );
      const unfollow = settings.state.subscribe((now) => {
        if (now.connectionKey !== connectionKey) letGo(devices);
      });
      function undo(): void {
        unnote();
        unpublish();
        presentOwnerSession(devices).setState({ ownerSession: undefined });
        unfollow();
        window.removeEventListener('pagehide', begun.leave);
        window.removeEventListener('pageshow', back);
      }
      openBridges.set(devices, { session: begun, undo });
      return begun;
    }
    const found = openBridges.get(devices)?.session;
    const open = found?.connectionKey === connectionKey ? found : begin(homeKey);
    setSession(open);
    return () => {
      if (!open.lends() && openBridges.get(devices)?.session === open) letGo(devices);
    };
  }, [homeKey, connectionKey, devices, settings, time, random]);
  return session;
}
