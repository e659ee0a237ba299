/** The page of the tests with many devices: SDK devices as the app builds them, and a key that stops them all. */
import {
  type ChannelPort,
  type CloudFeatures,
  createDevice,
  createDeviceGroup,
  type Device,
  type DeviceGroup,
} from '@tactus/sdk';
import { systemRandom, systemTime } from '@tactus/time';

/** One press of the key: when it happened, ms of the page's clock. */
export interface Press {
  readonly pressedAtMs: number;
  /** The number of devices that were sent a stop. */
  readonly devices: number;
}

/** One stop request, ms of the page's clock: when the page gave it to the browser, and when its first byte was sent. */
export interface SentStop {
  readonly leftAtMs: number;
  readonly sentAtMs: number;
}

/** The functions of the page for the tests. */
export interface ManyDevices {
  /** Builds a device for each key and begins to connect; does not wait. */
  link(keys: readonly string[]): Promise<void>;
  /** Whether every device is connected and its mode is this one (any one, when left out). */
  areIn(mode?: number): boolean;
  /** Whether every device was sent a stop and has confirmed it. */
  haveStopped(): boolean;
  /** Only the first so many devices are stopped by the key. */
  keyStops(devices: number): void;
  readonly presses: readonly Press[];
  /** The upper end of the stroke in every event of the first device, in the order received. */
  readonly strokes: readonly number[];
  /** The stop requests since then that were answered, by Resource Timing: those of single devices, or those that name several. */
  stopsSince(atMs: number, ofSeveral?: boolean): readonly SentStop[];
}

const STOPS = /\/(hamp|hsp|hssp|hvp)\/stop|\/mode2|\/hdsp\/xpt/;
const STOPS_OF_SEVERAL = /\/api\/tactus\/stop$/;

const devices: Device[] = [];
let group: DeviceGroup | undefined;
const presses: Press[] = [];
const strokes: number[] = [];
let stoppable = Number.POSITIVE_INFINITY;

performance.setResourceTimingBufferSize(10_000);

async function link(keys: readonly string[]): Promise<void> {
  const config: { apiBase: string; applicationId: string; features?: CloudFeatures } = await (
    await fetch('/config.json')
  ).json();
  const tabs = {
    locks: { request: navigator.locks.request.bind(navigator.locks) as never }, // overloaded; the SDK calls the long form
    openChannel: (name: string): ChannelPort => new BroadcastChannel(name),
  };
  const cloud = {
    apiBase: config.apiBase,
    apiKey: config.applicationId,
    features: config.features,
    fetch: (url: string, init: RequestInit) => fetch(url, init),
  };
  group ??= createDeviceGroup({ cloud, onMemberFailure: (_, error) => console.error(String(error)) });
  for (const key of keys) {
    const device = createDevice({
      ...cloud,
      time: systemTime,
      random: systemRandom(),
      tabs,
    });
    devices.push(device);
    group.add(device);
    if (devices.length === 1) device.on('stroke_changed', ({ max }) => strokes.push(max));
    device.connect(key).catch((error: unknown) => console.error(String(error)));
  }
}

// As in the app: in the capture phase, so that no control can swallow a stop.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape') return;
    const stopped = devices.slice(0, stoppable);
    presses.push({ pressedAtMs: event.timeStamp, devices: stopped.length });
    if (stopped.length === devices.length && devices.length > 1) void group?.stop();
    else for (const device of stopped) void device.stop();
  },
  { capture: true },
);

const manyDevices: ManyDevices = {
  link,
  areIn: (mode) =>
    devices.every((device) => {
      const state = device.store.getState();
      return state.connected && state.clientClockSynced && (mode === undefined || state.mode === mode);
    }),
  haveStopped: () => devices.slice(0, stoppable).every((device) => device.store.getState().stopPhase === 'stopped'),
  keyStops(count) {
    stoppable = count;
  },
  presses,
  strokes,
  stopsSince: (atMs, ofSeveral = false) =>
    performance
      .getEntriesByType('resource')
      .flatMap((entry) =>
        entry instanceof PerformanceResourceTiming && (ofSeveral ? STOPS_OF_SEVERAL : STOPS).test(entry.name)
          ? [entry]
          : [],
      )
      .filter(({ startTime }) => startTime >= atMs)
      .map(({ fetchStart, requestStart }) => ({ leftAtMs: fetchStart, sentAtMs: requestStart })),
};
Object.assign(window, { manyDevices });
