import type { DeviceInfo } from './device.ts';
import type { DeviceCallName, GroupName, ParsedInputOf, ResultOf } from './endpoints.ts';
import type { DeviceEvent } from './events.ts';

/**
 * A device as the cloud holds it, wherever it runs. The cloud checks input against the contract before it calls.
 */
export interface LinkedDevice {
  readonly connectionKey: string;
  /** Facts of the current connection, or `undefined` while the device is not connected. */
  info(): DeviceInfo | undefined;
  /**
   * Carries out one call. Rejects with `DeviceRefusal` when the device refuses it (code 100017 for a call the
   * hardware or this build does not know) and when it is not connected (1001).
   */
  call<N extends DeviceCallName>(name: N, input: ParsedInputOf<N>): Promise<ResultOf<N>>;
  /**
   * Hears the device's events in the order they happened, `device_connected` and `device_disconnected` included.
   * `info()` has already changed when these two are heard.
   */
  onEvent(listener: (event: DeviceEvent) => void): () => void;
}

/** The device's handlers for the calls of a group that it answers itself; a missing one does not compile. */
export type DeviceHandlers<G extends GroupName> = {
  [N in Extract<DeviceCallName, `${G}.${string}`>]: (input: ParsedInputOf<N>) => ResultOf<N> | Promise<ResultOf<N>>;
};
