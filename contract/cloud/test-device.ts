import { type DeviceBackend, type DeviceEvent, type DeviceInfo, DeviceRefusal, errorKinds } from '@tactus/protocol';

interface Lead {
  readonly connectionKey: string;
  readonly connected?: boolean;
  readonly firmware?: string;
  /** What every call gives; 100017 when left out. */
  readonly answer?: (name: string) => Promise<unknown>;
}

const CLOCK = { time: 0, clock_offset: 0, rtd: 0 };

const refuse = async () => {
  throw new DeviceRefusal(errorKinds.notSupported);
};

/** A device at the end of a link that behaves as badly as a test needs; the well-behaved one is the virtual device. */
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
    // The cloud asks for the clock by itself; all else the test answers for, its shape included.
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
