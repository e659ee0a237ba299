import { DEVICE_TIMEOUT_DEFAULT_MS, DeviceRefusal, errorKinds, type SliderState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { DeviceCaller } from '../devices/device-caller.ts';
import type { DeviceRegistry } from '../devices/registry.ts';

/** How often a client may ask to be told where a slider is, in ms. */
export const SAMPLE_PERIOD_MIN_MS = 100;
export const SAMPLE_PERIOD_MAX_MS = 5_000;

/** A slider that rests is looked at no more often; what its device tells is a reason to look at once. */
const RESTING_PERIOD_MS = 500;

/** Who wants to know where a slider is. */
export interface PositionWatcher {
  readonly connectionKey: string;
  readonly periodMs: number;
  /** Takes the frame of a sample; it is the same for everybody who watches. */
  readonly hear: (frame: Buffer) => void;
}

/**
 * Asks devices where their sliders are, for as long as somebody watches. Each device is asked by one question at a time,
 * at the pace of whoever wants to know most often. Watchers hear of a slider that moves, once more when it rests, and
 * nothing of one that rests or of a device without.
 */
export interface PositionSamples {
  watch(watcher: PositionWatcher): Undo;
  /** Devices that are being asked. */
  size(): number;
  close(): void;
}

interface Options {
  readonly devices: DeviceRegistry;
  readonly caller: DeviceCaller;
  readonly time: Time;
}

/** A watcher, when it is to hear next, and whether it has to hear that the slider rests. */
interface Listener extends PositionWatcher {
  dueAt: number;
  owed: boolean;
}

/** One device that is watched. */
interface Watched {
  readonly listeners: Set<Listener>;
  stopTimer: Undo;
  isAsking: boolean;
  /** The session in which the device said that it has no slider. */
  withoutSlider: string | undefined;
  lastMm: number | undefined;
}

export function createPositionSamples({ devices, caller, time }: Options): PositionSamples {
  const watched = new Map<string, Watched>();

  /** Whether there is anything to be asked. */
  function isPresent(connectionKey: string, { withoutSlider }: Watched): boolean {
    const session = devices.get(connectionKey)?.info()?.session_id;
    return session !== undefined && session !== withoutSlider;
  }

  function askAfter(delayMs: number, connectionKey: string, of: Watched): void {
    of.stopTimer();
    of.stopTimer = time.after(delayMs, () => {
      ask(connectionKey, of).catch(() => undefined); // `ask` itself does not fail: what a device refuses ends there
    });
  }

  async function ask(connectionKey: string, of: Watched): Promise<void> {
    const device = devices.get(connectionKey);
    const session = device?.info()?.session_id;
    if (!device || of.isAsking || !isPresent(connectionKey, of)) return;
    of.isAsking = true;
    const askedAt = time.monotonic();
    let moves = false;
    try {
      const state = await caller.within(DEVICE_TIMEOUT_DEFAULT_MS, () => device.call('slider.state', {}));
      const tripMs = time.monotonic() - askedAt;
      moves = state.speed_absolute > 0 || (of.lastMm !== undefined && of.lastMm !== state.position_absolute);
      of.lastMm = state.position_absolute;
      tell(connectionKey, of, { state, moves, atMs: Math.round(time.now() - tripMs / 2) });
    } catch (error) {
      const isSliderless = error instanceof DeviceRefusal && error.kind.code === errorKinds.notSupported.code;
      if (isSliderless) of.withoutSlider = session;
    }
    of.isAsking = false;
    if (of.listeners.size === 0 || !isPresent(connectionKey, of)) return;
    const periodMs = moves ? shortestPeriod(of) : Math.max(shortestPeriod(of), RESTING_PERIOD_MS);
    askAfter(askedAt + periodMs - time.monotonic(), connectionKey, of);
  }

  function tell(
    connectionKey: string,
    { listeners }: Watched,
    sample: { readonly state: SliderState; readonly moves: boolean; readonly atMs: number },
  ): void {
    const now = time.monotonic();
    let frame: Buffer | undefined;
    for (const listener of listeners) {
      const isDue = sample.moves ? now >= listener.dueAt : listener.owed;
      if (sample.moves) listener.owed = true;
      if (!isDue) continue;
      if (!sample.moves) listener.owed = false;
      // A timer may be a moment early or late: who waits a period hears once in each.
      listener.dueAt = sample.moves ? now + listener.periodMs * 0.9 : now;
      frame ??= sampleFrame(connectionKey, sample);
      listener.hear(frame);
    }
  }

  const stopListening = devices.onEvent((connectionKey) => {
    const of = watched.get(connectionKey);
    if (of && !of.isAsking && isPresent(connectionKey, of)) askAfter(0, connectionKey, of);
  });

  return {
    watch(watcher) {
      const { connectionKey } = watcher;
      const known = watched.get(connectionKey);
      const of: Watched = known ?? {
        listeners: new Set(),
        stopTimer: () => undefined,
        isAsking: false,
        withoutSlider: undefined,
        lastMm: undefined,
      };
      watched.set(connectionKey, of);
      const listener: Listener = { ...watcher, dueAt: Number.NEGATIVE_INFINITY, owed: false };
      of.listeners.add(listener);
      if (!of.isAsking) askAfter(0, connectionKey, of);
      return () => {
        of.listeners.delete(listener);
        if (of.listeners.size > 0 || watched.get(connectionKey) !== of) return;
        of.stopTimer();
        watched.delete(connectionKey);
      };
    },
    size: () => watched.size,
    close() {
      stopListening();
      for (const { stopTimer } of watched.values()) stopTimer();
      watched.clear();
    },
  };
}

const shortestPeriod = ({ listeners }: Watched): number =>
  Math.min(...[...listeners].map(({ periodMs }) => periodMs), SAMPLE_PERIOD_MAX_MS);

/** A frame of ours, which the contract does not know; it has no id, for nobody resumes from it. */
function sampleFrame(connectionKey: string, { state, atMs }: { state: SliderState; atMs: number }): Buffer {
  const { position, position_absolute, speed_absolute, dir } = state;
  const data = { position, position_absolute, speed_absolute, dir, at: atMs };
  return Buffer.from(`event: position_sample\ndata: ${JSON.stringify({ connection_key: connectionKey, data })}\n\n`);
}
