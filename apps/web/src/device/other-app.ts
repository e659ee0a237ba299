import { DeviceMode } from '@tactus/protocol';
import { type Device, type DeviceState, isStopBegun } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isInMotion } from './motion.ts';

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

/** The calls after which a device may play another stream. */
const BEGINS_STREAM = /^(hsp\.setup|hssp\.|stream\.)/;

/** How long after the end of a command of ours a change is thought to be its doing. */
const OURS_MS = 2000;

/** So long after a press, a change of the mode is the doing of the device's own buttons. */
const BUTTON_MS = 2000;

/** After so long without movement, whoever took the device over has left it. One at rest is read every 10 s. */
const AT_REST_MS = 30_000;

/** Two readings that differ by more, of the travel 0..1, show that a device thought to be at rest is moved. */
const SHIFT_LEAST = 0.01;

/** Who moves the device instead of this app. */
export type Taker = 'app' | 'guest';

/** Whether another app, or a guest of its owner, has taken the device over. */
export interface OtherApp {
  readonly taker: StoreApi<Taker | undefined>;
  /** The person knows. */
  dismiss(): void;
  /** Begins to look; returns the way to end it. */
  open(): Undo;
}

/**
 * Looks for changes of the mode, or of the stream that is played, that no recent command of this app explains. What another
 * tab of this browser does is said by the lock between tabs instead. It is over as soon as this app acts again, and when
 * the device has been at rest for a while.
 */
export function createOtherApp(parts: {
  readonly device: Device;
  readonly time: Time;
  /** Whether a guest whom the owner has let in drives the device. Never rejects. */
  readonly isGuest: () => Promise<boolean>;
}): OtherApp {
  const { device, time } = parts;
  const taker = createStore<Taker | undefined>()(() => undefined);
  /** There while somebody else is in control, or about to be named: the entry of the trace up to which nothing of ours counts. */
  let taking: { readonly seq: number } | undefined;
  let stopWaiting: Undo = () => undefined;

  function over(): void {
    taking = undefined;
    stopWaiting();
    taker.setState(undefined, true);
  }

  async function take(seq: number): Promise<void> {
    const mine = { seq };
    taking = mine;
    const isGuest = await parts.isGuest();
    if (taking === mine) taker.setState(isGuest ? 'guest' : 'app', true);
  }

  function look(now: DeviceState, before: DeviceState): void {
    if (!now.connected || isStopBegun(now, before)) {
      over();
      return;
    }
    const isOtherStream = now.hsp.stream_id !== before.hsp.stream_id;
    const changed = isOtherStream || now.mode !== before.mode;
    if (!changed && taking === undefined) return;
    const isMet = isOtherStream && isOfPoints();
    if (!isMet && recentlyTold(now.mode)) {
      over();
      return;
    }
    // Points of ours that met somebody else's stream, and what was sent before, are no word against them. An event may have
    // overtaken commands of ours that end in the last word.
    if (isMet) void take(device.trace.entries().at(-1)?.seq ?? 0);
    else if (changed && isOthers(now)) void take(0);
    const shift = Math.abs(now.slider.position - before.slider.position);
    const isSignOfLife = changed || isInMotion(now) || isInMotion(before) || shift > SHIFT_LEAST;
    if (taking === undefined || !isSignOfLife) return;
    stopWaiting();
    if (!isInMotion(now)) stopWaiting = time.after(AT_REST_MS, over);
  }

  function isOthers(now: DeviceState): boolean {
    const last = device.trace.entries().at(-1);
    return (
      last?.kind === 'event' &&
      (last.name === 'mode_changed' || last.name === 'hsp_state_changed') &&
      MODES_OF_PROGRAMS.includes(now.mode) &&
      now.control !== 'elsewhere' &&
      time.now() - (now.lastButtonEvent?.timestamp ?? Number.NEGATIVE_INFINITY) > BUTTON_MS
    );
  }

  /** Whether the last to be heard is what became of points of ours, sent when nothing of ours began another stream. */
  function isOfPoints(): boolean {
    const entries = device.trace.entries();
    const last = entries.at(-1);
    if (last?.kind !== 'answer') return false;
    const since = entries.flatMap((entry) => (entry.kind === 'command' && entry.seq >= last.of ? entry : []));
    const [sent] = since;
    const beginsNone = since.every(({ call }) => !BEGINS_STREAM.test(call));
    return sent?.seq === last.of && sent.call === 'hsp.add' && beginsNone;
  }

  /** Whether a command of ours that is recent, or not answered yet, switches to a mode or drives the device in it. */
  function recentlyTold(mode: DeviceMode | undefined): boolean {
    const since = time.now() - OURS_MS;
    const entries = device.trace.entries().filter(({ seq }) => seq > (taking?.seq ?? 0));
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
    taker,
    dismiss: over,
    open() {
      const undo = device.store.subscribe(look);
      return () => {
        undo();
        over();
      };
    },
  };
}
