import type { DeviceInfo } from './device.ts';
import type { DeviceCallName, GroupName, ParsedInputOf, ResultOf } from './endpoints.ts';
import type { DeviceEvent } from './events.ts';
import type { ClockInfo } from './hstp.ts';
import type { FirmwareVersion } from './ota.ts';

/** What the cloud measured of a device's clock: server time minus device time, and the round trip, in ms. */
export type LinkClockMeasurement = Pick<ClockInfo, 'clock_offset' | 'rtd'>;

/** How long what moves under a hold may go on: without another `hold` frame, and once the link is closed, in ms. */
export interface LinkHold {
  readonly silentMs: number;
  readonly closedMs: number;
}

/** What moves in a device: nothing, something with an end of its own, or something that goes on until it is stopped. */
export type OngoingMotion = 'none' | 'ending' | 'endless';

/**
 * A device as the cloud holds it, wherever it runs. The cloud checks input against the contract before it calls.
 */
export interface DeviceBackend {
  readonly connectionKey: string;
  /** Facts of the current connection, or `undefined` while the device is not connected. */
  info(): DeviceInfo | undefined;
  /**
   * Carries out one call. Rejects with `DeviceRefusal` when the device refuses it (code 100017 for a call the
   * hardware or this build does not know) and when it is not connected (1001).
   */
  call<N extends DeviceCallName>(name: N, input: ParsedInputOf<N>): Promise<ResultOf<N>>;
  /**
   * Hands the device what the cloud measured of its clock; it announces `device_clock_synchronized` and answers with its
   * clock. Rejects as `call` does.
   */
  setClock(measured: LinkClockMeasurement): Promise<ClockInfo>;
  /**
   * Starts the installation of a firmware; resolves once it has begun, `ota_progress` tells the rest. Rejects as `call`
   * does, with 200005 for the firmware that runs already.
   */
  install(firmware: FirmwareVersion): Promise<void>;
  /**
   * Hears the device's events in the order they happened, `device_connected` and `device_disconnected` included.
   * `info()` has already changed when these two are heard.
   */
  onEvent(listener: (event: DeviceEvent) => void): () => void;
  /** Tells a device that rests by itself how long it may go on; undefined lifts the hold. Absent where nothing is told. */
  hold?(hold: LinkHold | undefined): void;
}

/** A device at the far end of a link, which rests by itself where nobody is there any more. */
export interface SelfRestingDevice extends DeviceBackend {
  /** What moves now. */
  motion(): OngoingMotion;
  /** Brings what moves to rest, at once and whether a client could reach the device or not; nothing where it rests. */
  rest(): void;
}

/** The device's handlers for the calls of a group that it answers itself; a missing one does not compile. */
export type DeviceHandlers<G extends GroupName> = {
  [N in Extract<DeviceCallName, `${G}.${string}`>]: (input: ParsedInputOf<N>) => ResultOf<N> | Promise<ResultOf<N>>;
};
