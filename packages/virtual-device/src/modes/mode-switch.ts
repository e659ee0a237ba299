import { type ButtonPress, type DeviceEvent, DeviceMode, DeviceRefusal, errorKinds } from '@tactus/protocol';

/** What a mode does when the device, rather than one of its own calls, turns to it. */
export interface ModeBehaviour {
  /** Ends what the mode is doing and tells of it; nothing when it does nothing. */
  end(): void;
  /** Takes a button press, or gives false to leave it to the apps. */
  press?(press: ButtonPress): boolean;
}

/** Which mode the device is in. Changing it ends what the mode before was doing. */
export interface ModeSwitch {
  current(): DeviceMode;
  /** The number of the present span; rises by one at every change (api-v3.md 3.8). */
  sessionId(): number;
  /** Goes to a mode; being in it already changes nothing. Throws `DeviceRefusal` 100013 while the mode is held. */
  enter(mode: DeviceMode): void;
  /** Goes to a mode and refuses every change until released, as a firmware update does. */
  hold(mode: DeviceMode): void;
  release(): void;
  register(mode: DeviceMode, behaviour: ModeBehaviour): void;
  /** Ends what the present mode is doing, and stays in it. */
  end(): void;
  /** Whether the present mode took a button press. */
  press(press: ButtonPress): boolean;
}

/** Builds the switch, in IDLE. */
export function createModeSwitch(emit: (event: DeviceEvent) => void): ModeSwitch {
  let mode: DeviceMode = DeviceMode.IDLE;
  let sessionId = 0;
  let isHeld = false;
  const behaviours = new Map<DeviceMode, ModeBehaviour>();

  const end = () => behaviours.get(mode)?.end();

  function enter(next: DeviceMode): void {
    if (next === mode) return;
    if (isHeld) throw new DeviceRefusal(errorKinds.otaRunning);
    end();
    mode = next;
    sessionId += 1;
    emit({ name: 'mode_changed', data: { mode, mode_session_id: sessionId } });
  }

  return {
    current: () => mode,
    sessionId: () => sessionId,
    enter,
    end,
    register: (registered, behaviour) => behaviours.set(registered, behaviour),
    press: (press) => behaviours.get(mode)?.press?.(press) ?? false,
    hold(held) {
      enter(held);
      isHeld = true;
    },
    release() {
      isHeld = false;
    },
  };
}
