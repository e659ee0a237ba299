import * as z from 'zod/mini';
import { field, group } from './field.ts';

/** B of the standard layout; it always stops, and no other action can be bound to it. */
export const GAMEPAD_STOP_BUTTON = 1;

/** A button's number in the standard layout of the Gamepad API; -1 is none. */
const button = z.int().check(
  z.minimum(-1),
  z.maximum(31),
  z.refine((number) => number !== GAMEPAD_STOP_BUTTON),
);

/** The actions of buttons, except Stop: the d-pad moves the stroke, the shoulders the time offset, the triggers the speed. */
export const gamepadButtons = group({
  topUp: field(button, 12),
  topDown: field(button, 13),
  bottomUp: field(button, 15),
  bottomDown: field(button, 14),
  offsetUp: field(button, 5),
  offsetDown: field(button, 4),
  startStop: field(button, 9),
  faster: field(button, 7),
  slower: field(button, 6),
});
