import { type DeviceBackend, type DeviceEvent, type DeviceInfo, DeviceRefusal, errorKinds } from '@tactus/protocol';

/** A device that only raises the events that a test requests. */
export function talkativeDevice(
  connectionKey: string,
): DeviceBackend & { readonly emit: (event: DeviceEvent) => void } {
  const listeners = new Set<(event: DeviceEvent) => void>();
  const info: DeviceInfo = { fw_status: 0, fw_version: '4.1.1', session_id: '01J00000000000000000000000' };
  return {
    connectionKey,
    info: () => info,
    call: async () => {
      throw new DeviceRefusal(errorKinds.notSupported);
    },
    setClock: async (measured) => ({ time: 0, ...measured }),
    install: async () => undefined,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event) {
      for (const listener of listeners) listener(event);
    },
  };
}
