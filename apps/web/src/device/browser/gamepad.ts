import type { Time, Undo } from '@tactus/time';
import { GAMEPAD_STOP_BUTTON } from '../../settings/gamepad-buttons.ts';

/** How often the buttons of a connected gamepad are read: once per frame of most screens. */
const POLL_MS = 16;

/** The buttons of the standard layout as they are printed on most gamepads. */
const PRINTED = ['A', 'B', 'X', 'Y', 'LB', 'RB', 'LT', 'RT', 'Back', 'Start', 'LS', 'RS', '↑', '↓', '←', '→'] as const;

/** The name of a button for people. */
export function gamepadButtonName(button: number): string {
  return PRINTED[button] ?? String(button);
}

/** The part of the browser's gamepad API that is used. */
export interface GamepadPorts {
  /** As in the Gamepad API; undefined where the browser has none. */
  readonly getGamepads: (() => readonly (Pick<Gamepad, 'index' | 'buttons'> | null)[]) | undefined;
  /** Receives `gamepadconnected` and `gamepaddisconnected`. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly time: Pick<Time, 'every'>;
}

/**
 * Reports each button as it goes down, by its number in the standard layout. Reads only while a gamepad is connected. A button
 * that is down when the gamepad is first seen counts as held, not as pressed, except Stop: browsers show a gamepad to a page
 * only once one of its buttons is pressed there. Returns its own undo.
 */
export function watchGamepadButtons(
  { getGamepads, events, time }: GamepadPorts,
  onPress: (button: number) => void,
): Undo {
  try {
    getGamepads?.();
  } catch {
    // The policy of this page allows none.
    return () => undefined;
  }
  if (getGamepads === undefined) return () => undefined;
  const read = getGamepads;
  const held = new Map<number, readonly boolean[]>();
  let cancelPolling: Undo | undefined;

  function poll(): void {
    for (const pad of read()) {
      if (pad === null) continue;
      const now = pad.buttons.map((button) => button.pressed);
      const before = held.get(pad.index);
      held.set(pad.index, now);
      for (const [button, pressed] of now.entries()) {
        const wasHeld = before === undefined ? button !== GAMEPAD_STOP_BUTTON : before[button] === true;
        if (pressed && !wasHeld) onPress(button);
      }
    }
  }

  function followConnected(): void {
    const connected = new Set(read().flatMap((pad) => (pad === null ? [] : [pad.index])));
    for (const index of held.keys()) if (!connected.has(index)) held.delete(index);
    if (connected.size > 0) {
      poll();
      cancelPolling ??= time.every(POLL_MS, poll);
    } else {
      cancelPolling?.();
      cancelPolling = undefined;
    }
  }

  events.addEventListener('gamepadconnected', followConnected);
  events.addEventListener('gamepaddisconnected', followConnected);
  followConnected();
  return () => {
    events.removeEventListener('gamepadconnected', followConnected);
    events.removeEventListener('gamepaddisconnected', followConnected);
    cancelPolling?.();
  };
}
