import { DeviceMode } from '@tactus/protocol';
import { type Device, type DeviceState, isStopBegun } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';

/**
 * The modes into which the commands of a group may switch the device; in the other modes no program moves it. A device may
 * play the script of an address with its player of points, and say so.
 */
const MODES_OF_GROUP: Readonly<Record<string, readonly DeviceMode[]>> = {
  hamp: [DeviceMode.HAMP],
  hssp: [DeviceMode.HSSP, DeviceMode.HSP],
  hdsp: [DeviceMode.HDSP],
  hsp: [DeviceMode.HSP],
  stream: [DeviceMode.HSP],
  hvp: [DeviceMode.VIBRATE],
};
const MODES_OF_PROGRAMS: readonly (DeviceMode | undefined)[] = [
  ...Object.values(MODES_OF_GROUP).flat(),
  DeviceMode.HRPP,
];

/** How long after the end of a command of ours a change is thought to be its doing. */
const OURS_MS = 2000;

/** So long after a press, a change of the mode is the doing of the device's own buttons. */
const BUTTON_MS = 2000;

/** Whether another app has taken the device over. */
export interface OtherApp {
  readonly inControl: StoreApi<boolean>;
  /** The person knows. */
  dismiss(): void;
  /** Begins to look; returns the way to end it. */
  open(): Undo;
}

/**
 * Looks for changes of the mode, or of the stream that is played, that no recent command of this app explains. What another
 * tab of this browser does is said by the lock between tabs instead. It is over as soon as this app acts again.
 */
export function createOtherApp({ device, time }: { device: Device; time: Time }): OtherApp {
  const inControl = createStore<boolean>()(() => false);

  function look(now: DeviceState, before: DeviceState) {
    if (!now.connected || isStopBegun(now, before)) {
      inControl.setState(false, true);
      return;
    }
    const taken = now.mode !== before.mode || now.hsp.stream_id !== before.hsp.stream_id;
    if (!taken && !inControl.getState()) return;
    const last = device.trace.entries().at(-1);
    if (recentlyTold(now.mode)) {
      inControl.setState(false, true);
    } else if (
      taken &&
      last?.kind === 'event' &&
      (last.name === 'mode_changed' || last.name === 'hsp_state_changed') &&
      MODES_OF_PROGRAMS.includes(now.mode) &&
      now.control !== 'elsewhere' &&
      time.now() - (now.lastButtonEvent?.timestamp ?? Number.NEGATIVE_INFINITY) > BUTTON_MS
    ) {
      inControl.setState(true, true);
    }
  }

  /** Whether a command of ours that is recent, or not answered yet, switches to a mode or drives the device in it. */
  function recentlyTold(mode: DeviceMode | undefined): boolean {
    const since = time.now() - OURS_MS;
    const entries = device.trace.entries();
    const longOver = new Set(
      entries.flatMap((entry) =>
        (entry.kind === 'answer' || entry.kind === 'failure') && entry.atMs < since ? entry.of : [],
      ),
    );
    return entries.some((entry) => {
      if (entry.kind !== 'command' || longOver.has(entry.seq)) return false;
      const [group = '', name = ''] = entry.call.split('.');
      return (
        name.startsWith('setMode') || (name !== 'state' && mode !== undefined && MODES_OF_GROUP[group]?.includes(mode))
      );
    });
  }

  return {
    inControl,
    dismiss: () => inControl.setState(false, true),
    open: () => device.store.subscribe(look),
  };
}
