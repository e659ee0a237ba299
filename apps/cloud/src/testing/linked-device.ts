import { type DeviceBackend, type DeviceEvent, type DeviceInfo, DeviceRefusal, errorKinds } from '@tactus/protocol';
import { createListeners } from '@tactus/time';

/** A linked device that a test controls. */
export interface LedDevice extends DeviceBackend {
  connect(): void;
  disconnect(): void;
  emit(event: DeviceEvent): void;
}

interface Lead {
  readonly connectionKey?: string;
  readonly firmware?: string;
  readonly connected?: boolean;
  /** The answer to a call; when left out, every call is refused with 100017. */
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
  const { on: onEvent, emit } = createListeners<[DeviceEvent]>();
  const known: DeviceInfo = { fw_status: 0, fw_version: firmware, session_id: '01J00000000000000000000000' };
  let info = connected ? known : undefined;
  return {
    connectionKey,
    emit,
    info: () => info,
    // The cloud reads the clock by itself; the test answers all other calls, and is responsible for the type.
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
    onEvent,
  };
}
