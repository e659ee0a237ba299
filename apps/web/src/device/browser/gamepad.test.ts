import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { GAMEPAD_STOP_BUTTON } from '../../settings/gamepad-buttons.ts';
import { watchGamepadButtons } from './gamepad.ts';

const A = 0;

/** A gamepad that connects with some buttons held. */
function setUp(...heldAtFirst: number[]) {
  const time = createFakeTime();
  const events = new EventTarget();
  const buttons = Array.from({ length: 17 }, (_, index) => ({
    pressed: heldAtFirst.includes(index),
  })) as GamepadButton[];
  const pressed: number[] = [];
  const pads: { index: number; buttons: GamepadButton[] }[] = [];
  watchGamepadButtons({ getGamepads: () => pads, events, time }, (button) => pressed.push(button));
  return {
    pressed,
    comes() {
      pads.push({ index: 0, buttons });
      events.dispatchEvent(new Event('gamepadconnected'));
    },
    set(button: number, isDown: boolean) {
      Object.assign(buttons[button] ?? {}, { pressed: isDown });
      time.advance(20);
    },
  };
}

test('a button counts when it goes down, once', () => {
  const { pressed, comes, set } = setUp();
  comes();
  set(A, true);
  set(A, true);
  set(A, false);
  set(A, true);
  expect(pressed).toEqual([A, A]);
});

test('of the buttons held when a gamepad is first seen, only Stop counts: its press may have made the gamepad visible to the page', () => {
  const { pressed, comes, set } = setUp(A, GAMEPAD_STOP_BUTTON);
  comes();
  expect(pressed).toEqual([GAMEPAD_STOP_BUTTON]);
  set(GAMEPAD_STOP_BUTTON, true);
  expect(pressed).toEqual([GAMEPAD_STOP_BUTTON]);
});

test('a page whose policy allows no gamepads goes on without them', () => {
  const refuse = () => {
    throw new DOMException('Access to the feature "gamepad" is disallowed by permissions policy.', 'SecurityError');
  };
  const ports = { getGamepads: refuse, events: new EventTarget(), time: createFakeTime() };
  const pressed: number[] = [];
  watchGamepadButtons(ports, (button) => pressed.push(button))();
  expect(pressed).toEqual([]);
});
