import { type DeviceBackend, type DeviceEvent, type DeviceInfo, DeviceRefusal, errorKinds } from '@tactus/protocol';

interface Lead {
  readonly connectionKey: string;
  readonly connected?: boolean;
  readonly firmware?: string;
  /** The answer to every call; 100017 when left out. */
  readonly answer?: (name: string) => Promise<unknown>;
}

const CLOCK = { time: 0, clock_offset: 0, rtd: 0 };

const refuse = async () => {
  throw new DeviceRefusal(errorKinds.notSupported);
};

/** A linked device with configurable faults; the correct one is the virtual device. */
export function testDevice({
  connectionKey,
  connected = true,
  firmware = '4.1.1',
  answer = refuse,
}: Lead): DeviceBackend & { emit(event: DeviceEvent): void } {
  const listeners = new Set<(event: DeviceEvent) => void>();
  const info: DeviceInfo = { fw_status: 0, fw_version: firmware, session_id: '01J00000000000000000000000' };
  return {
    connectionKey,
    info: () => (connected ? info : undefined),
    // The cloud reads the clock by itself; the test answers all other calls, and is responsible for the type.
    call: async (name) => (name === 'hstp.info' ? CLOCK : await answer(name)) as never,
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
