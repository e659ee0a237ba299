import {
  deviceCapabilitiesSchema,
  lenientDeviceInfoSchema,
  sessionIdsSchema,
  sliderStrokeSchema,
} from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import * as z from 'zod/mini';
import { type DeviceState, initialState, stateRetainedAtDeviceEnd } from './device-state.ts';
import type { DeviceStoreView } from './device-store.ts';
import { otaAfterDisconnect } from './ota.ts';
import type { StatePatch } from './state-slice.ts';

/** Stores states between runs; `localStorage` fits. */
export interface StoragePort {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

const PREFIX = 'tactus.device.';
const LATEST = `${PREFIX}latest`;
const VERSION = 1;

const storedState = z.object({
  version: z.literal(VERSION),
  info: z.catch(z.optional(lenientDeviceInfoSchema), undefined),
  capabilities: z.catch(z.optional(deviceCapabilitiesSchema), undefined),
  stroke: z.catch(z.optional(sliderStrokeSchema), undefined),
  clock: z.catch(
    z.optional(z.object({ rtd: z.number(), clockOffset: z.number(), lastClockSync: z.number() })),
    undefined,
  ),
  sessions: z.catch(z.optional(z.object({ ids: sessionIdsSchema, session: z.string() })), undefined),
  deviceClock: z.catch(
    z.optional(
      z.object({
        deviceTime: z.number(),
        deviceClockOffset: z.number(),
        deviceRtd: z.number(),
        read: z.object({ atMs: z.number(), session: z.string() }),
      }),
    ),
    undefined,
  ),
});

/**
 * The stored facts of a device: slow facts, its stroke, and the clocks. Whether it is connected and its activity are
 * never stored. Returns an empty patch for unreadable data. @internal
 */
export function readStoredState(storage: StoragePort | undefined, connectionKey: string): StatePatch {
  const parsed = z.safeParse(storedState, readJson(storage, PREFIX + connectionKey));
  if (!parsed.success) return {};
  const { info, capabilities, stroke, clock, deviceClock, sessions } = parsed.data;
  const { read, ...measured } = deviceClock ?? {};
  return {
    info,
    capabilities,
    slider: { ...initialState.slider, ...stroke },
    clockSync: { ...initialState.clockSync, ...(clock ? { ...clock, synced: true } : {}), ...measured },
    deviceClockRead: read,
    // The continuity of an earlier page says nothing about what this page has lost.
    ...(sessions && { sids: sessions.ids, sidsSession: sessions.session, continuity: 'unknown' }),
  };
}

/**
 * The state at the beginning of a session: the stored facts of the device, the pending Stop, the earlier sessions (which
 * will show what was lost), and whether an update was lost with the session before.
 */
export function stateAtSessionStart(state: DeviceState, storage: StoragePort | undefined): DeviceState {
  const { connectionKey, stopPhase, connecting, sids, sidsSession, hold, control } = state;
  const remembered = connectionKey === undefined ? {} : readStoredState(storage, connectionKey);
  return {
    ...initialState,
    ...remembered,
    ...stateRetainedAtDeviceEnd(state),
    connectionKey,
    stopPhase,
    hold,
    control,
    connecting,
    ...(sids && { sids, sidsSession, continuity: undefined }),
    ota: otaAfterDisconnect(state),
  };
}

/**
 * Stores slow facts under the device's key as they change, and the key as the latest. The refusal of a storage goes to
 * `onError`; nothing else depends on it.
 */
export function persistState(
  store: DeviceStoreView,
  storage: StoragePort | undefined,
  onError: (thrown: unknown) => void,
): Undo {
  return store.subscribe((next, previous) => {
    if (!storage || next.connectionKey === undefined) return;
    try {
      // A new key begins with an empty state, which is not stored.
      if (next.connectionKey !== previous.connectionKey) storage.setItem(LATEST, JSON.stringify(next.connectionKey));
      else if (hasNewFacts(next, previous))
        storage.setItem(PREFIX + next.connectionKey, JSON.stringify(toStored(next)));
    } catch (thrown) {
      onError(thrown);
    }
  });
}

function toStored(state: DeviceState): z.input<typeof storedState> {
  const { info, capabilities, slider, clockSync, deviceClockRead, sids, sidsSession } = state;
  const { min, max, min_absolute, max_absolute } = slider;
  const { synced, rtd, clockOffset, lastClockSync } = clockSync;
  const { deviceTime, deviceClockOffset, deviceRtd } = clockSync;
  const { atMs = 0, session } = deviceClockRead ?? {};
  return {
    version: VERSION,
    info,
    capabilities,
    stroke: { min, max, min_absolute, max_absolute },
    clock: synced ? { rtd, clockOffset, lastClockSync } : undefined,
    sessions: sids && sidsSession !== undefined ? { ids: sids, session: sidsSession } : undefined,
    deviceClock:
      session === undefined ? undefined : { deviceTime, deviceClockOffset, deviceRtd, read: { atMs, session } },
  };
}

function hasNewFacts(next: DeviceState, previous: DeviceState): boolean {
  return (
    next.info !== previous.info ||
    next.capabilities !== previous.capabilities ||
    next.clockSync !== previous.clockSync ||
    next.sids !== previous.sids ||
    next.slider.min !== previous.slider.min ||
    next.slider.max !== previous.slider.max
  );
}

/** The stored key of the device that was connected last, if any. Never throws. */
export function readLatestConnectionKey(storage: StoragePort | undefined): string | undefined {
  const latest = readJson(storage, LATEST);
  return typeof latest === 'string' && latest !== '' ? latest : undefined;
}

/** A storage may refuse to be read (a private window) and its text may be anything: both count as empty. */
function readJson(storage: StoragePort | undefined, name: string): unknown {
  try {
    return JSON.parse(storage?.getItem(name) ?? 'null');
  } catch {
    return undefined;
  }
}
