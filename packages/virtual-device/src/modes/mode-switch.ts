import {
  type ButtonPress,
  type DeviceEvent,
  DeviceMode,
  DeviceRefusal,
  errorKinds,
  type OngoingMotionKind,
} from '@tactus/protocol';

/** The behaviour of a mode when the device, rather than one of the mode's calls, needs it. */
export interface ModeBehaviour {
  /** Ends the mode's activity and emits an event; nothing without activity. */
  end(): void;
  /** The mode's motion. */
  motion(): OngoingMotionKind;
  /** Handles a button press, or returns false to leave it to the apps. */
  press?(press: ButtonPress): boolean;
}

/** The current mode of the device. A change ends the activity of the mode before. */
export interface ModeSwitch {
  current(): DeviceMode;
  /** The number of the current span; rises by one at every change. */
  sessionId(): number;
  /** Enters a mode; does nothing in that mode. Throws `DeviceRefusal` 100013 while the mode is locked. */
  enter(mode: DeviceMode): void;
  /** Enters a mode and refuses every change until released, as a firmware update does. */
  hold(mode: DeviceMode): void;
  release(): void;
  register(mode: DeviceMode, behaviour: ModeBehaviour): void;
  /** Ends the activity of the current mode, and stays in it. */
  end(): void;
  /** The motion of the current mode. */
  motion(): OngoingMotionKind;
  /** Whether the current mode handled a button press. */
  press(press: ButtonPress): boolean;
}

/** Returns the switch of a device in the IDLE mode. */
export function createModeSwitch(emit: (event: DeviceEvent) => void): ModeSwitch {
  return new OneModeAtATime(emit);
}

/** A class, to save memory: every device has one. */
class OneModeAtATime implements ModeSwitch {
  readonly #emit: (event: DeviceEvent) => void;
  #mode: DeviceMode = DeviceMode.IDLE;
  #sessionId = 0;
  #isHeld = false;
  /** The modes that are built. */
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

  motion(): OngoingMotionKind {
    return this.#behaviours?.get(this.#mode)?.motion() ?? 'none';
  }

  press(press: ButtonPress): boolean {
    return this.#behaviours?.get(this.#mode)?.press?.(press) ?? false;
  }
}
