import {
  type ButtonPress,
  type DeviceEvent,
  DeviceMode,
  DeviceRefusal,
  errorKinds,
  type OngoingMotion,
} from '@tactus/protocol';

/** What a mode does when the device, rather than one of its own calls, turns to it. */
export interface ModeBehaviour {
  /** Ends what the mode is doing and tells of it; nothing when it does nothing. */
  end(): void;
  /** What the mode has in motion. */
  motion(): OngoingMotion;
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
  /** What the present mode has in motion. */
  motion(): OngoingMotion;
  /** Whether the present mode took a button press. */
  press(press: ButtonPress): boolean;
}

/** Builds the switch, in IDLE. */
export function createModeSwitch(emit: (event: DeviceEvent) => void): ModeSwitch {
  return new OneModeAtATime(emit);
}

/** A class, because every device has one. */
class OneModeAtATime implements ModeSwitch {
  readonly #emit: (event: DeviceEvent) => void;
  #mode: DeviceMode = DeviceMode.IDLE;
  #sessionId = 0;
  #isHeld = false;
  /** Those of the modes that are built. */
  #behaviours: Map<DeviceMode, ModeBehaviour> | undefined;

  constructor(emit: (event: DeviceEvent) => void) {
    this.#emit = emit;
  }

  current(): DeviceMode {
    return this.#mode;
  }

  sessionId(): number {
    return this.#sessionId;
  }

  enter(next: DeviceMode): void {
    if (next === this.#mode) return;
    if (this.#isHeld) throw new DeviceRefusal(errorKinds.otaRunning);
    this.end();
    this.#mode = next;
    this.#sessionId += 1;
    this.#emit({ name: 'mode_changed', data: { mode: next, mode_session_id: this.#sessionId } });
  }

  hold(mode: DeviceMode): void {
    this.enter(mode);
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
  }

  register(mode: DeviceMode, behaviour: ModeBehaviour): void {
    this.#behaviours ??= new Map();
    this.#behaviours.set(mode, behaviour);
  }

  end(): void {
    this.#behaviours?.get(this.#mode)?.end();
  }

  motion(): OngoingMotion {
    return this.#behaviours?.get(this.#mode)?.motion() ?? 'none';
  }

  press(press: ButtonPress): boolean {
    return this.#behaviours?.get(this.#mode)?.press?.(press) ?? false;
  }
}
