import { OTA_NOT_FOUND_TEXT } from '@tactus/protocol';
import { connectionWord, type Device, DeviceError, type DeviceState } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { nextRun, refusedRun, type UpdateFacts, type UpdateRun } from './update-run.ts';

/** A followed update: where it stands, and the way to begin one. */
export interface FollowedUpdate {
  readonly run: StoreApi<UpdateRun>;
  /** Begins an update by the request given; what is refused is in `run`. */
  begin(request: (ota: Device['ota']) => Promise<unknown>): void;
}

/** An update goes on whichever page is shown: it is followed from the first visit to one of its pages on, for each device. */
const followed = new WeakMap<Device, FollowedUpdate>();

/** The update of a device. */
export function followUpdate(device: Device, time: Time): FollowedUpdate {
  const known = followed.get(device);
  if (known) return known;
  const run = createStore<UpdateRun>(() => ({ phase: 'idle' }));
  const look = (state: DeviceState) =>
    run.setState((before) => nextRun(before, factsOf(state), time.monotonic()), true);
  let key = device.store.getState().connectionKey;
  look(device.store.getState());
  device.store.subscribe((state) => {
    if (state.connectionKey !== key) run.setState({ phase: 'idle' }, true);
    key = state.connectionKey;
    look(state);
  });
  const mine: FollowedUpdate = {
    run,
    begin(request) {
      request(device.ota).catch((error: unknown) => {
        // A request that got no answer may have been carried out: the device's own progress tells.
        if (!device.store.getState().ota.ongoing) begun(run, device, error, time);
      });
    },
  };
  followed.set(device, mine);
  return mine;
}

/** A version that is not on the list is refused before anything is sent: then no run has begun. */
function begun(run: StoreApi<UpdateRun>, device: Device, error: unknown, time: Time): void {
  const { version, sessionId } = factsOf(device.store.getState());
  run.setState((before) => {
    const startedMs = time.monotonic();
    const started: UpdateRun =
      before.phase === 'writing' || before.phase === 'failed'
        ? before
        : { phase: 'writing', target: undefined, from: version, sessionId, startedMs, isWhole: true, progress: 0 };
    return refusedRun(started, error);
  }, true);
}

function factsOf(state: DeviceState): UpdateFacts {
  const { ota, info, session_id: sessionId } = state;
  const version = info?.session_id === sessionId ? info?.fw_version : undefined;
  return { ota, word: connectionWord(state), version, sessionId };
}

/** Whether an update was refused because nobody knows the version. */
export function isUnknownVersion(error: unknown): boolean {
  return error instanceof DeviceError && error.message === OTA_NOT_FOUND_TEXT;
}
