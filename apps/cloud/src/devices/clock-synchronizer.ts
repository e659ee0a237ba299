import {
  type ClockInfo,
  DEVICE_TIMEOUT_DEFAULT_MS,
  type DeviceBackend,
  FIRST_FULL_FIRMWARE_MAJOR,
} from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { DeviceCaller } from './device-caller.ts';
import type { DeviceRegistry } from './registry.ts';

/** Measures the clocks of devices against this cloud's: on demand, when a device connects, and after this cloud's clock was set anew. */
export interface ClockSynchronizer {
  /**
   * Rejects with `DeviceRefusal` when the device takes longer than `timeoutMs` for all of it. The device announces the
   * result. Without `timeoutMs` no request waits: each probe may take the usual time.
   */
  measure(device: DeviceBackend, timeoutMs?: number): Promise<ClockInfo>;
  /** Stops the measurements that nobody asked for. */
  close(): void;
}

interface Options {
  readonly devices: DeviceRegistry;
  readonly caller: DeviceCaller;
  readonly time: Time;
}

/** A round trip this short needs no further probe. */
const SHORT_TRIP_MS = 20;
const MOST_PROBES = 6;
/** A measurement for which no request waits may take as long as its calls by themselves. */
const UNAWAITED_MS = (MOST_PROBES + 1) * DEVICE_TIMEOUT_DEFAULT_MS;
const RETRY_MS = 2_000;
/** How far this cloud's wall clock may move against its monotonic clock before the devices are measured again, and how often that is checked, ms. */
const LEAP_MS = 50;
const CHECK_LEAP_EVERY_MS = 1_000;

/** Returns a synchroniser that measures every device when it connects and when this cloud's clock leaps, until it is closed. */
export function createClockSynchronizer({ devices, caller, time }: Options): ClockSynchronizer {
  let isClosed = false;
  const wallAheadMs = () => time.now() - time.monotonic();
  let aheadMs = wallAheadMs();

  /** What the way there and the way back took, each with the unknown difference of the clocks: added in one, taken off in the other. */
  async function probe(device: DeviceBackend, timeoutMs: number): Promise<{ thereMs: number; backMs: number }> {
    const sentMs = time.monotonic();
    const { time: deviceMs } = await caller.within(timeoutMs, () => device.call('hstp.info', {}));
    return { thereMs: deviceMs - sentMs, backMs: time.monotonic() - deviceMs };
  }

  /** Uses the quickest way there and the quickest way back of a few probes: a delay mostly affects one direction only. */
  async function measure(device: DeviceBackend, timeoutMs?: number): Promise<ClockInfo> {
    const endMs = time.monotonic() + (timeoutMs ?? UNAWAITED_MS);
    const leftMs = () => Math.max(0, endMs - time.monotonic());
    let [thereMs, backMs, tripMs] = [Infinity, Infinity, 0];
    const isExact = () => thereMs + backMs <= SHORT_TRIP_MS;
    // Time enough for the result is left, also where this probe is lost.
    for (let probes = 0; probes < MOST_PROBES && !isExact() && leftMs() > 3 * tripMs; probes += 1) {
      const limitMs = Math.min(leftMs() - 2 * tripMs, timeoutMs ?? DEVICE_TIMEOUT_DEFAULT_MS);
      const next = await probe(device, limitMs).catch((refusal: unknown) => {
        if (thereMs === Infinity) throw refusal;
      });
      if (!next) break;
      thereMs = Math.min(thereMs, next.thereMs);
      backMs = Math.min(backMs, next.backMs);
      tripMs = Math.max(tripMs, next.thereMs + next.backMs);
    }
    const clock_offset = Math.round((backMs - thereMs) / 2 + wallAheadMs());
    const measured = { clock_offset, rtd: Math.round(thereMs + backMs) };
    return caller.within(leftMs(), () => device.setClock(measured));
  }

  /** Tries for as long as the device stays in the session in which it connected. */
  function measureSoon(device: DeviceBackend, sessionId: string): void {
    const isHere = () => !isClosed && device.info()?.session_id === sessionId;
    if (!isHere()) return;
    measure(device).catch(() => {
      if (isHere()) time.after(RETRY_MS, () => measureSoon(device, sessionId));
    });
  }

  function measureDevice(connectionKey: string): void {
    const device = devices.get(connectionKey);
    const info = device?.info();
    const isFull = Number.parseInt(info?.fw_version ?? '', 10) >= FIRST_FULL_FIRMWARE_MAJOR;
    if (device && info && isFull) measureSoon(device, info.session_id);
  }

  const undos = [
    devices.onEvent((connectionKey, { name }) => {
      if (name === 'device_connected') measureDevice(connectionKey);
    }),
    // A time server, a person or a machine that slept has moved the time in which plays are scheduled.
    time.every(CHECK_LEAP_EVERY_MS, () => {
      if (Math.abs(wallAheadMs() - aheadMs) <= LEAP_MS) return;
      aheadMs = wallAheadMs();
      for (const connectionKey of devices.keys()) measureDevice(connectionKey);
    }),
  ];

  return {
    measure,
    close() {
      isClosed = true;
      for (const undo of undos) undo();
    },
  };
}
