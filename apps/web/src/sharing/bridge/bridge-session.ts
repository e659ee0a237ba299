import { type Bridge, createBridge, type WebSocketLike } from '@tactus/link';
import { anonymousIdOfKey, type Device, type Fetch, type Heartbeat } from '@tactus/sdk';
import type { Random, Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from '../../settings/key-value-storage.ts';
import { APP_CLOUD_DEVICE_API } from '../app-cloud.ts';
import { openShareOwnerSession, type ShareOwnerSession } from '../share-owner-session.ts';
import { requestBridgeKey } from './bridge-keys.ts';
import { openBridgeStorage } from './bridge-storage.ts';
import { bridgedOwnerApi } from './bridged-owner-api.ts';
import { sendStopOnUnload } from './stop-on-unload.ts';

/** The state of a device's bridge. */
export interface BridgeFacts {
  /**
   * `starting` until the home knows the device; `carrying`; `cut` while the home does not answer, `away` while the device is
   * not; `elsewhere` where another tab has taken over, `refused` where the home rejects the device.
   */
  readonly phase: 'starting' | 'carrying' | 'cut' | 'away' | 'elsewhere' | 'refused';
  /** Since when, ms since the epoch. */
  readonly sinceMs: number;
  /** The owner's session of the shares; set once the home knows the device. */
  readonly ownerSession: ShareOwnerSession | undefined;
}

/** A device of another cloud that this tab bridges to the home (docs/sharing.md, "The bridge"). */
export interface BridgeSession {
  readonly store: StoreApi<BridgeFacts>;
  readonly connectionKey: string;
  /** Whether any of our links shares it. */
  lends(): boolean;
  /** Restarts, after another tab took over or the home refused. */
  again(): void;
  /** The page is being closed: guests' motion is stopped by a request that outlives the page. */
  leave(): void;
  close(): void;
}

interface BridgeSessionParts {
  /** The device as its owner drives it. */
  readonly device: Device;
  readonly connectionKey: string;
  /** The device's cloud. */
  readonly cloud: { readonly apiBase: string; readonly apiKey: string; readonly fetch: Fetch };
  /** The home: its origin, and its application id. */
  readonly home: { readonly origin: string; readonly apiKey: string };
  readonly storage: KeyValueStorage;
  readonly time: Time;
  readonly random: Random;
  readonly heartbeat: Heartbeat;
  readonly connect: (url: string) => WebSocketLike;
}

const AGAIN_MS = 5_000;
/** The shortest interval of reports to the home that the owner drives. */
const REPORT_EVERY_MS = 400;
/** The longest delay of a timer. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000;

/** Opens the bridge of a device to the home. */
export function openBridgeSession(parts: BridgeSessionParts): BridgeSession {
  const { device, connectionKey, home, storage, time, random } = parts;
  const { fetch } = parts.cloud;
  const deviceId = anonymousIdOfKey(connectionKey);
  const bridgeStorage = openBridgeStorage(storage, deviceId, () => time.now());
  const store = createStore<BridgeFacts>()(() => ({ phase: 'starting', sinceMs: time.now(), ownerSession: undefined }));
  let bridge: Bridge | undefined;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  let stopEndTimer: Undo = () => undefined;
  let stopTrying: Undo = () => undefined;
  /** Identifies a start: results of an abandoned one are ignored. */
  let run = 0;
  /** Whether a refused key has been replaced since the device was last linked for a while. */
  let renewed = false;
  /** Since when the device is linked, monotonic ms. */
  let linkedAtMs: number | undefined;

  function enter(phase: BridgeFacts['phase']): void {
    if (store.getState().phase !== phase) store.setState({ phase, sinceMs: time.now() });
  }

  function end(): void {
    run += 1;
    linkedAtMs = undefined;
    stopEndTimer();
    stopTrying();
    bridge?.close();
    bridge = undefined;
    store.getState().ownerSession?.close();
    store.setState({ ownerSession: undefined });
  }

  async function begin(): Promise<void> {
    end();
    const mine = run;
    enter('starting');
    const key = bridgeStorage.key() ?? (await requestBridgeKey(fetch));
    if (mine !== run) return;
    if (key === 'network') {
      stopTrying = time.after(AGAIN_MS, () => void begin());
      return;
    }
    if (key === 'refused') return enter('refused');
    if (!bridgeStorage.key()) bridgeStorage.saveKey(key);
    const alias = key.connectionKey;
    const opened = createBridge({
      ...{ alias, connectionKey, target: device, time, random, connect: parts.connect, heartbeat: parts.heartbeat },
      secret: key.secret,
      url: `${home.origin.replace(/^http/, 'ws')}/api/tactus/device-link`,
      limits: bridgeStorage.limits,
      onOwner: () => reportOwnerDrives(alias),
    });
    bridge = opened;
    opened.onState(() => mine === run && follow());
    const ownerSession = openShareOwnerSession({
      fetch,
      apiKey: home.apiKey,
      connectionKey: alias,
      storage,
      time,
      random,
      deviceId,
    });
    store.setState({
      ownerSession: { ...ownerSession, api: bridgedOwnerApi(ownerSession.api, bridgeStorage, limitsChanged) },
    });
    waitForEnd();
    follow();
  }

  function limitsChanged(): void {
    bridge?.limitsChanged();
    waitForEnd();
  }

  /** A link that is ended here stays ended here, whatever the home reports. */
  function waitForEnd(): void {
    stopEndTimer();
    const endMs = bridgeStorage.nextEndMs();
    if (endMs === undefined) return;
    stopEndTimer = time.after(Math.min(Math.max(endMs - time.now(), 0) + 1, LONGEST_WAIT_MS), limitsChanged);
  }

  /**
   * The home treats a change of the mode by the key as the owner's own motion: guests lose their hold. The change itself
   * comes back over the link, where it belongs to no guest and is not executed.
   */
  function reportOwnerDrives(alias: string): void {
    if (time.monotonic() - reportedAtMs < REPORT_EVERY_MS) return;
    reportedAtMs = time.monotonic();
    const init = {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': home.apiKey, 'X-Connection-Key': alias },
      credentials: 'omit' as const,
      body: JSON.stringify({ mode: 0 }),
    };
    // A home that misses the report gets another at the next command; until then guests are refused here.
    void fetch(`${APP_CLOUD_DEVICE_API}/mode2`, init).catch(() => undefined);
  }

  function follow(): void {
    if (!bridge) return;
    const state = bridge.state();
    const { connected, sseConnected } = device.store.getState();
    const nowMs = time.monotonic();
    // A home that ends each link at once gets no new name for each.
    if (linkedAtMs !== undefined && nowMs - linkedAtMs >= AGAIN_MS) renewed = false;
    linkedAtMs = state === 'linked' ? (linkedAtMs ?? nowMs) : undefined;
    if (state === 'ended') ended(bridge.refusal()?.code);
    else if (state === 'linked') enter(connected && sseConnected ? 'carrying' : 'away');
    else if (store.getState().phase !== 'starting') enter('cut');
  }

  function ended(refusal: string | undefined): void {
    if ((refusal === 'not-enrolled' || refusal === 'ended') && !renewed) {
      // The home does not know the device, as one without a disk after a restart; its links are gone, too.
      renewed = true;
      bridgeStorage.saveKey(undefined);
      void begin();
    } else {
      end();
      enter(refusal === 'taken-over' ? 'elsewhere' : 'refused');
    }
  }

  const unfollow = device.store.subscribe(follow);
  void begin();

  return {
    ...{ store, connectionKey },
    lends: () => bridgeStorage.nextEndMs() !== undefined,
    again() {
      renewed = false;
      void begin();
    },
    leave() {
      if (bridge?.moves()) sendStopOnUnload({ device, connectionKey, ...parts.cloud, time });
      end();
      enter('cut');
    },
    close() {
      unfollow();
      end();
    },
  };
}
