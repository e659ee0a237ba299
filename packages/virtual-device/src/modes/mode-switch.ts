import { type DeviceEvent, DeviceMode } from '@tactus/protocol';

/** Which mode the device is in. Changing it ends what the mode before was doing. */
export interface ModeSwitch {
  current(): DeviceMode;
  /** The number of the present span; rises by one at every change (api-v3.md 3.8). */
  sessionId(): number;
  /** Goes to a mode; being in it already changes nothing. */
  enter(mode: DeviceMode): void;
  /** Hears, before the change, that a mode is left. */
  onLeave(mode: DeviceMode, leave: () => void): void;
}

/** Builds the switch, in IDLE. */
export function createModeSwitch(emit: (event: DeviceEvent) => void): ModeSwitch {
  let mode: DeviceMode = DeviceMode.IDLE;
  let sessionId = 0;
  const leaving = new Map<DeviceMode, () => void>();

  return {
    current: () => mode,
    sessionId: () => sessionId,
    onLeave: (left, leave) => leaving.set(left, leave),
    enter(next) {
      if (next === mode) return;
      leaving.get(mode)?.();
      mode = next;
      sessionId += 1;
      emit({ name: 'mode_changed', data: { mode, mode_session_id: sessionId } });
    },
  };
}
