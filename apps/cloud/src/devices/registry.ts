import type { DeviceBackend, DeviceEvent } from '@tactus/protocol';
import { createListeners, type Time, type Undo } from '@tactus/time';

/** Receives the events of any device, with its connection key. */
export type RegistryListener = (connectionKey: string, event: DeviceEvent) => void;

/** The devices that have a link to this cloud, by connection key. */
export interface DeviceRegistry {
  get(connectionKey: string): DeviceBackend | undefined;
  keys(): Iterable<string>;
  size(): number;
  /**
   * Adds a device until undone. A connected device is announced as `device_connected`, and as `device_disconnected` if it
   * still is connected when it is removed. Throws a RangeError when the key is taken.
   */
  add(device: DeviceBackend): Undo;
  /** Receives the events of all devices, in the order they happened, until undone. */
  onEvent(listener: RegistryListener): Undo;
}

/** Returns a registry of linked devices, none at first. */
export function createDeviceRegistry(time: Time): DeviceRegistry {
  const devices = new Map<string, DeviceBackend>();
  const listeners = createListeners<Parameters<RegistryListener>>();

  return {
    get: (connectionKey) => devices.get(connectionKey),
    keys: () => devices.keys(),
    size: () => devices.size,
    add(device) {
      const key = device.connectionKey;
      if (devices.has(key)) throw new RangeError('The connection key is taken');
      devices.set(key, device);
      const unsubscribe = device.onEvent((event) => listeners.emit(key, event));
      const info = device.info();
      if (info) listeners.emit(key, { name: 'device_connected', data: { connected: true, info } });

      return () => {
        if (devices.get(key) !== device) return;
        unsubscribe();
        const lastInfo = device.info();
        devices.delete(key);
        if (lastInfo) {
          const timestamp = new Date(time.now()).toISOString();
          const data = { session_id: lastInfo.session_id, reason: 'removed', timestamp };
          listeners.emit(key, { name: 'device_disconnected', data });
        }
      };
    },
    onEvent: listeners.on,
  };
}
