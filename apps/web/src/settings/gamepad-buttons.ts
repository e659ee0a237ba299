import * as z from 'zod/mini';
import { settingField, settingGroup } from './field.ts';

/** B of the standard layout; it always stops, and no other action can be bound to it. */
export const GAMEPAD_STOP_BUTTON = 1;

/** A button's number in the standard layout of the Gamepad API; -1 is none. */
const button = z.int().check(
  z.minimum(-1),
  z.maximum(31),
  z.refine((number) => number !== GAMEPAD_STOP_BUTTON),
);

/** The actions of buttons, except Stop: the d-pad moves the stroke, the shoulders the time offset, the triggers the speed. */
export const gamepadButtonsSchema = settingGroup({
  topUp: settingField(button, 12),
  topDown: settingField(button, 13),
  bottomUp: settingField(button, 15),
  bottomDown: settingField(button, 14),
  offsetUp: settingField(button, 5),
  offsetDown: settingField(button, 4),
  startStop: settingField(button, 9),
  faster: settingField(button, 7),
  slower: settingField(button, 6),
});
