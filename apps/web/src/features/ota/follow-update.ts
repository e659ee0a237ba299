import { type FirmwareVersion, OTA_NOT_FOUND_TEXT } from '@tactus/protocol';
import { connectionStatus, type Device, DeviceError, type DeviceState } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { nextUpdateRun, refusedUpdateRun, type UpdateDeviceFacts, type UpdateRun } from './update-run.ts';

/** A followed update: its state, and the function that starts one. */
export interface FollowedUpdate {
  readonly run: StoreApi<UpdateRun>;
  /** Starts an update to a firmware by the request given; a refusal is in `run`. */
  begin(firmware: FirmwareVersion, request: (ota: Device['ota']) => Promise<unknown>): void;
}

/** An update goes on while other pages are shown: each device's is followed from the first visit to an update page on. */
const followed = new WeakMap<Device, FollowedUpdate>();

/** Follows the firmware updates of a device; one that is followed already is returned as it is. */
export function followUpdatesOfDevice(device: Device, time: Time): FollowedUpdate {
  const known = followed.get(device);
  if (known) return known;
  const run = createStore<UpdateRun>(() => ({ phase: 'idle' }));
  let requested: FirmwareVersion | undefined;
  const advance = (state: DeviceState) =>
    run.setState((before) => nextUpdateRun(before, factsOf(state, requested), time.monotonic()), true);
  let key = device.store.getState().connectionKey;
  advance(device.store.getState());
  device.store.subscribe((state) => {
    if (state.connectionKey !== key) {
      requested = undefined;
      run.setState({ phase: 'idle' }, true);
    }
    key = state.connectionKey;
    advance(state);
  });
  const mine: FollowedUpdate = {
    run,
    begin(firmware, request) {
      const requestedKey = key;
      requested = firmware;
      request(device.ota).catch((error: unknown) => {
        // An error of a previous device does not concern the one in use now.
        if (key !== requestedKey) return;
        const state = device.store.getState();
        // A request without an answer may have been executed: the device's own progress shows it.
        if (!state.ota.ongoing) run.setState(refusedUpdateRun(factsOf(state, firmware), error, time.monotonic()), true);
      });
    },
  };
  followed.set(device, mine);
  return mine;
}

function factsOf(state: DeviceState, requested: FirmwareVersion | undefined): UpdateDeviceFacts {
  const { ota, info, session_id: sessionId } = state;
  const version = info?.session_id === sessionId ? info?.fw_version : undefined;
  return { ota, connection: connectionStatus(state), version, sessionId, requested };
}

/** Whether an update was refused because the version is unknown. */
export function wasRefusedAsUnknownVersion(error: unknown): boolean {
  return error instanceof DeviceError && error.message === OTA_NOT_FOUND_TEXT;
}
