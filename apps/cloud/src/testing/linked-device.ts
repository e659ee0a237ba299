import { type DeviceBackend, type DeviceEvent, type DeviceInfo, DeviceRefusal, errorKinds } from '@tactus/protocol';

/** A device at the end of a link, as a test leads it. */
export interface LedDevice extends DeviceBackend {
  connect(): void;
  disconnect(): void;
  emit(event: DeviceEvent): void;
}

interface Lead {
  readonly connectionKey?: string;
  readonly firmware?: string;
  readonly connected?: boolean;
  /** What a call gives; every call is refused with 100017 when left out. */
  readonly answer?: (name: string, input: unknown) => Promise<unknown>;
}

const CLOCK = { time: 0, clock_offset: 0, rtd: 0 };

const refuse = async () => {
  throw new DeviceRefusal(errorKinds.notSupported);
};

export function ledDevice({
  connectionKey = 'TestDevice1',
  firmware = '4.1.1',
  connected = true,
  answer = refuse,
}: Lead = {}): LedDevice {
  const listeners = new Set<(event: DeviceEvent) => void>();
  const known: DeviceInfo = { fw_status: 0, fw_version: firmware, session_id: '01J00000000000000000000000' };
  let info = connected ? known : undefined;
  const emit = (event: DeviceEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    connectionKey,
    emit,
    info: () => info,
    // The cloud asks for the clock by itself; all else the test answers for, its shape included.
    call: async (name, input) => (name === 'hstp.info' ? CLOCK : await answer(name, input)) as never,
    setClock: async (measured) => ({ time: 0, ...measured }),
    install: async () => undefined,
    connect() {
      info = known;
      emit({ name: 'device_connected', data: { connected: true, info } });
    },
    disconnect() {
      info = undefined;
      emit({ name: 'device_disconnected', data: { session_id: known.session_id, reason: 'test' } });
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
