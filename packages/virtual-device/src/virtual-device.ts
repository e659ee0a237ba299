import {
  type DeviceCallName,
  type DeviceEvent,
  type DeviceInfo,
  DeviceRefusal,
  errorKinds,
  FirmwareStatus,
  type LinkedDevice,
  type ParsedInputOf,
  type ResultOf,
} from '@tactus/protocol';
import type { Random, Time } from '@tactus/time';
import { monotonicFactory } from 'ulid';
import { createClock } from './clock-handlers.ts';
import { createInfo } from './info-handlers.ts';
import { deviceModels, type ModelName } from './models.ts';
import { createHamp } from './modes/hamp.ts';
import { createHdsp } from './modes/hdsp.ts';
import { createHvp } from './modes/hvp.ts';
import { createModeSwitch } from './modes/mode-switch.ts';
import { createMotionCore } from './motion-core.ts';
import type { MountedHandlers } from './mounted.ts';
import { type DeviceParts, sliderOrRefusal } from './parts.ts';
import { createSlider } from './slider-handlers.ts';

/** Firmware that the virtual devices run: new enough for every call of the contract. */
export const VIRTUAL_FIRMWARE = '4.1.1';

const UINT32_MAX = 2 ** 32 - 1;

/** What a virtual device is made from. With a fake time and a seeded random it behaves the same every time. */
export interface VirtualDeviceOptions {
  readonly connectionKey: string;
  readonly model: ModelName;
  readonly time: Time;
  readonly random: Random;
}

/** A modelled device. It is made connected, and can be taken off the network and brought back. */
export interface VirtualDevice extends LinkedDevice {
  readonly model: ModelName;
  /** Comes online under a new session; does nothing when it is online. */
  connect(): void;
  /** Goes offline. What moves goes on moving, as with real hardware. Does nothing when it is offline. */
  disconnect(reason: string): void;
  /** Ends the device: offline for good, and nobody hears of it any more. */
  close(): void;
}

/** Boots a modelled device, connected. */
export function createVirtualDevice({ connectionKey, model, time, random }: VirtualDeviceOptions): VirtualDevice {
  const newSession = monotonicFactory(() => random.next());
  const listeners = new Set<(event: DeviceEvent) => void>();
  const bootSessionId = random.integer(0, UINT32_MAX);
  let socketSessionId = 0;
  let sessionId: string | undefined;
  let closed = false;

  const tell = (event: DeviceEvent) => {
    for (const listener of listeners) listener(event);
  };
  const emit = (event: DeviceEvent) => {
    if (sessionId !== undefined) tell(event);
  };

  const build = deviceModels[model];
  const core = build.movement && createMotionCore(build.movement, time);
  const modes = createModeSwitch(emit);
  const parts: DeviceParts = { model: build, time, random, modes, emit, slider: sliderOrRefusal(core) };
  const clock = createClock(parts);
  const handlers: MountedHandlers = {
    ...createInfo(parts, {
      info: infoOrRefusal,
      sessionIds: () => ({
        boot_session_id: bootSessionId,
        socket_session_id: socketSessionId,
        mode_session_id: modes.sessionId(),
      }),
    }),
    ...createHamp(parts),
    ...createHdsp(parts),
    ...createHvp(parts),
    ...createSlider(parts),
    ...clock.handlers,
  };

  function info(): DeviceInfo | undefined {
    if (sessionId === undefined) return undefined;
    return {
      fw_status: FirmwareStatus.UP_TO_DATE,
      fw_version: VIRTUAL_FIRMWARE,
      fw_feature_flags: 'production',
      hw_model_no: build.number,
      hw_model_name: build.wireName,
      hw_model_variant: 0,
      session_id: sessionId,
    };
  }

  function infoOrRefusal(): DeviceInfo {
    const known = info();
    if (!known) throw new DeviceRefusal(errorKinds.deviceNotConnected);
    return known;
  }

  function connect(): void {
    if (closed || sessionId !== undefined) return;
    sessionId = newSession(time.now());
    tell({ name: 'device_connected', data: { connected: true, info: info() } });
    clock.synchronize();
  }

  function disconnect(reason: string): void {
    if (sessionId === undefined) return;
    const ended = sessionId;
    sessionId = undefined;
    socketSessionId += 1;
    tell({ name: 'device_disconnected', data: { session_id: ended, reason, timestamp: toWireTimestamp(time.now()) } });
  }

  connect();

  return {
    connectionKey,
    model,
    info,
    connect,
    disconnect,
    close() {
      disconnect('closed');
      closed = true;
      core?.close();
      listeners.clear();
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async call<N extends DeviceCallName>(name: N, input: ParsedInputOf<N>): Promise<ResultOf<N>> {
      if (sessionId === undefined) throw new DeviceRefusal(errorKinds.deviceNotConnected);
      // The table's rows pair name, input and result; a look-up by a variable name forgets which.
      const handler = (handlers as Partial<Record<DeviceCallName, (input: unknown) => unknown>>)[name];
      if (!handler) throw new DeviceRefusal(errorKinds.notSupported);
      return (await handler(input)) as ResultOf<N>;
    },
  };
}

/** The form in which disconnects are dated on the wire: `2026-11-21 05:13:48.120 +0000 UTC` (api-v3.md 3.5). */
function toWireTimestamp(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, -1).replace('T', ' ')} +0000 UTC`;
}
