import { DEVICE_TIMEOUT_DEFAULT_MS, DeviceRefusal, errorKinds, type SliderState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { DeviceCaller } from '../devices/device-caller.ts';
import type { DeviceRegistry } from '../devices/registry.ts';

/** Bounds of the period of position samples, in ms. */
export const SAMPLE_PERIOD_MIN_MS = 100;
/** The longest period of position samples, in ms. */
export const SAMPLE_PERIOD_MAX_MS = 5_000;

/** Interval for a slider at rest; an event of its device causes a read at once. */
const RESTING_PERIOD_MS = 500;

/** A subscriber to the position of a slider. */
export interface PositionWatcher {
  readonly connectionKey: string;
  readonly periodMs: number;
  /** Receives the frame of a sample; all watchers receive the same one. */
  readonly onSample: (frame: Buffer) => void;
}

/**
 * Reads the sliders of devices while clients watch them, one request at a time for each device, at the shortest period of
 * its watchers. Watchers receive samples while a slider moves and one when it has come to rest, and none of a device
 * without a slider.
 */
export interface PositionSampler {
  watch(watcher: PositionWatcher): Undo;
  /** The devices that are watched. */
  size(): number;
  close(): void;
}

interface Options {
  readonly devices: DeviceRegistry;
  readonly caller: DeviceCaller;
  readonly time: Time;
}

/** A watcher, when its next sample is due, and whether it needs a sample of the slider at rest. */
interface Listener extends PositionWatcher {
  dueAt: number;
  owed: boolean;
}

/** One device that is watched. */
interface Watched {
  readonly listeners: Set<Listener>;
  cancelTimer: Undo;
  isSampling: boolean;
  /** The session in which the device reported that it has no slider. */
  withoutSlider: string | undefined;
  lastMm: number | undefined;
}

/** Returns a sampler that reads no device until a client watches it. */
export function createPositionSampler({ devices, caller, time }: Options): PositionSampler {
  const watched = new Map<string, Watched>();

  /** Whether a device with a slider is connected. */
  function isPresent(connectionKey: string, { withoutSlider }: Watched): boolean {
    const session = devices.get(connectionKey)?.info()?.session_id;
    return session !== undefined && session !== withoutSlider;
  }

  function sampleAfter(delayMs: number, connectionKey: string, of: Watched): void {
    of.cancelTimer();
    of.cancelTimer = time.after(delayMs, () => {
      takeSample(connectionKey, of).catch(() => undefined); // `takeSample` itself does not fail: it catches refusals
    });
  }

  async function takeSample(connectionKey: string, of: Watched): Promise<void> {
    const device = devices.get(connectionKey);
    const session = device?.info()?.session_id;
    if (!device || of.isSampling || !isPresent(connectionKey, of)) return;
    of.isSampling = true;
    const startedAtMs = time.monotonic();
    let moves = false;
    try {
      const state = await caller.within(DEVICE_TIMEOUT_DEFAULT_MS, () => device.call('slider.state', {}));
      const tripMs = time.monotonic() - startedAtMs;
      moves = state.speed_absolute > 0 || (of.lastMm !== undefined && of.lastMm !== state.position_absolute);
      of.lastMm = state.position_absolute;
      emitSample(connectionKey, of, { state, moves, atMs: Math.round(time.now() - tripMs / 2) });
    } catch (error) {
      const isSliderless = error instanceof DeviceRefusal && error.kind.code === errorKinds.notSupported.code;
      if (isSliderless) of.withoutSlider = session;
    }
    of.isSampling = false;
    if (of.listeners.size === 0 || !isPresent(connectionKey, of)) return;
    const periodMs = moves ? shortestPeriod(of) : Math.max(shortestPeriod(of), RESTING_PERIOD_MS);
    sampleAfter(startedAtMs + periodMs - time.monotonic(), connectionKey, of);
  }

  function emitSample(
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
      // A timer may be a moment early or late: a watcher receives one sample in each period.
      listener.dueAt = sample.moves ? now + listener.periodMs * 0.9 : now;
      frame ??= sampleFrame(connectionKey, sample);
      listener.onSample(frame);
    }
  }

  const unsubscribe = devices.onEvent((connectionKey) => {
    const of = watched.get(connectionKey);
    if (of && !of.isSampling && isPresent(connectionKey, of)) sampleAfter(0, connectionKey, of);
  });

  return {
    watch(watcher) {
      const { connectionKey } = watcher;
      const known = watched.get(connectionKey);
      const of: Watched = known ?? {
        listeners: new Set(),
        cancelTimer: () => undefined,
        isSampling: false,
        withoutSlider: undefined,
        lastMm: undefined,
      };
      watched.set(connectionKey, of);
      const listener: Listener = { ...watcher, dueAt: Number.NEGATIVE_INFINITY, owed: false };
      of.listeners.add(listener);
      if (!of.isSampling) sampleAfter(0, connectionKey, of);
      return () => {
        of.listeners.delete(listener);
        if (of.listeners.size > 0 || watched.get(connectionKey) !== of) return;
        of.cancelTimer();
        watched.delete(connectionKey);
      };
    },
    size: () => watched.size,
    close() {
      unsubscribe();
      for (const { cancelTimer } of watched.values()) cancelTimer();
      watched.clear();
    },
  };
}

const shortestPeriod = ({ listeners }: Watched): number =>
  Math.min(...[...listeners].map(({ periodMs }) => periodMs), SAMPLE_PERIOD_MAX_MS);

/** A frame of our own, which the contract does not contain; it has no id, because no stream resumes from it. */
function sampleFrame(connectionKey: string, { state, atMs }: { state: SliderState; atMs: number }): Buffer {
  const { position, position_absolute, speed_absolute, dir } = state;
  const data = { position, position_absolute, speed_absolute, dir, at: atMs };
  return Buffer.from(`event: position_sample\ndata: ${JSON.stringify({ connection_key: connectionKey, data })}\n\n`);
}
