import type { DeviceInfo } from './device.ts';
import type { DeviceCallName, GroupName, ParsedInputOf, ResultOf } from './endpoints.ts';
import type { DeviceEvent } from './events.ts';
import type { ClockInfo } from './hstp.ts';
import type { FirmwareVersion } from './ota.ts';

/** What the cloud measured of a device's clock: server time minus device time, and the round trip, in ms. */
export type LinkClockMeasurement = Pick<ClockInfo, 'clock_offset' | 'rtd'>;

/** For how long motion under a hold may go on: without another `hold` frame, and once the link is closed, in ms. */
export interface LinkHold {
  readonly silentMs: number;
  readonly closedMs: number;
}

/** The motion of a device: none, one with an end of its own, or one that goes on until it is stopped. */
export type OngoingMotionKind = 'none' | 'ending' | 'endless';

/** A device as the cloud controls it, wherever it runs. The cloud checks input against the contract before it calls. */
export interface DeviceBackend {
  readonly connectionKey: string;
  /** Facts of the current connection, or `undefined` while the device is not connected. */
  info(): DeviceInfo | undefined;
  /**
   * Executes one call. Rejects with `DeviceRefusal` when the device refuses it (code 100017 for a call the
   * hardware or this build does not know) and when it is not connected (1001).
   */
  call<N extends DeviceCallName>(name: N, input: ParsedInputOf<N>): Promise<ResultOf<N>>;
  /**
   * Passes the cloud's measurement of the device's clock on; the device emits `device_clock_synchronized` and answers
   * with its clock. Rejects as `call` does.
   */
  setClock(measured: LinkClockMeasurement): Promise<ClockInfo>;
  /**
   * Starts the installation of a firmware; resolves once it has begun, `ota_progress` reports the rest. Rejects as
   * `call` does, with 200005 for the firmware that runs already.
   */
  install(firmware: FirmwareVersion): Promise<void>;
  /**
   * Calls the listener for each of the device's events in order, `device_connected` and `device_disconnected` included.
   * `info()` has already changed when the listener gets these two.
   */
  onEvent(listener: (event: DeviceEvent) => void): () => void;
  /** Tells a self-resting device how long its motion may go on; undefined lifts the hold. Absent for others. */
  hold?(hold: LinkHold | undefined): void;
}

/** A device at the far end of a link that stops by itself when no client attends it any more. */
export interface SelfStoppingDevice extends DeviceBackend {
  /** The motion of the device now. */
  motion(): OngoingMotionKind;
  /** Stops all motion at once, whether a client could reach the device or not; does nothing at rest. */
  rest(): void;
}

/** The device's handlers for the calls of a group that it answers itself; a missing one does not compile. */
export type DeviceHandlers<G extends GroupName> = {
  [N in Extract<DeviceCallName, `${G}.${string}`>]: (input: ParsedInputOf<N>) => ResultOf<N> | Promise<ResultOf<N>>;
};
