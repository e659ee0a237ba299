import { ButtonEvent, type ButtonPress, type DeviceButton } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';

/** How often a held button emits an event. */
const HOLD_STEP_MS = 500;

/** The parts of the buttons. */
export interface ButtonsParts {
  readonly time: Time;
  /** Receives every event of a button, as the firmware would. */
  readonly deliver: (press: ButtonPress) => void;
}

/** The buttons of a device. A held button that is pressed again is released first. */
export interface Buttons {
  /** One event of a button. */
  press(button: DeviceButton, event: ButtonEvent): void;
  /** Holds a button down: LONG_PRESS_START, a LONG_PRESS_STEP every half second, LONG_PRESS_END. */
  hold(button: DeviceButton, durationMs: number): void;
  /** Stops all deliveries. */
  close(): void;
}

/** No button is held at first. */
export function createButtons({ time, deliver }: ButtonsParts): Buttons {
  const held = new Map<DeviceButton, Undo>();
  let closed = false;

  function letGo(button: DeviceButton): void {
    const cancel = held.get(button);
    if (!cancel) return;
    cancel();
    held.delete(button);
    deliver({ button, event: ButtonEvent.LONG_PRESS_END });
  }

  /** Sets a timer for the end, or for the next step if that comes first. */
  function holdDown(button: DeviceButton, endMs: number, stepMs: number): void {
    const next = stepMs < endMs ? { atMs: stepMs, run: step } : { atMs: endMs, run: () => letGo(button) };
    function step(): void {
      holdDown(button, endMs, stepMs + HOLD_STEP_MS);
      deliver({ button, event: ButtonEvent.LONG_PRESS_STEP });
    }
    held.set(button, time.after(next.atMs - time.monotonic(), next.run));
  }

  return {
    press(button, event) {
      if (closed) return;
      letGo(button);
      deliver({ button, event });
    },
    hold(button, durationMs) {
      if (closed) return;
      letGo(button);
      const nowMs = time.monotonic();
      holdDown(button, nowMs + durationMs, nowMs + HOLD_STEP_MS);
      deliver({ button, event: ButtonEvent.LONG_PRESS_START });
    },
    close() {
      closed = true;
      for (const cancel of held.values()) cancel();
    },
  };
}
