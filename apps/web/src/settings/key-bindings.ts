import type { Settings } from './schema.ts';

/** The six key bindings, by what they do. */
export const BOUND_ACTIONS = ['topUp', 'topDown', 'bottomUp', 'bottomDown', 'offsetUp', 'offsetDown'] as const;
/** One of the six. */
export type BoundAction = (typeof BOUND_ACTIONS)[number];

/** The actions that can have a gamepad button, beside Stop: the six, start, and the speed. */
export const GAMEPAD_ACTIONS = [...BOUND_ACTIONS, 'startStop', 'faster', 'slower'] as const;
/** One of those. */
export type GamepadAction = (typeof GAMEPAD_ACTIONS)[number];

/** The actions that can have a key of the person's choice: the six, and the second Stop key. */
export const KEYED_ACTIONS = [...BOUND_ACTIONS, 'stop'] as const;
/** One of those. */
export type KeyedAction = (typeof KEYED_ACTIONS)[number];

/** The letters of the local player. */
export const PLAYER_SHORTCUT_LETTERS = ['k', 'm', 'f', 'l', 'b', 'p', 'n', 'g', 'c', 'i'] as const;

/** The fixed uses of keys beside the bound actions: to hide the screen, to show the help, or in the local player. */
export type FixedKeyUse = 'hide' | 'help' | 'player';

/** Keys with a fixed use. */
const FIXED_KEYS: Readonly<Record<string, FixedKeyUse>> = {
  ...{ h: 'hide', '?': 'help' },
  ...Object.fromEntries(PLAYER_SHORTCUT_LETTERS.map((letter) => [letter, 'player' as const])),
};

type KeyBinding = Settings['keyBinding'];

/** The key of each action that can have one. */
export function keyOfEachAction({ stroke, timeOffset, stop }: KeyBinding): Readonly<Record<KeyedAction, string>> {
  const { topUp, topDown, bottomUp, bottomDown } = stroke;
  return { topUp, topDown, bottomUp, bottomDown, offsetUp: timeOffset.increase, offsetDown: timeOffset.decrease, stop };
}

/** Replaces the key of one binding. */
export function withBoundKey(binding: KeyBinding, action: KeyedAction, key: string): KeyBinding {
  if (action === 'stop') return { ...binding, stop: key };
  if (action === 'offsetUp') return { ...binding, timeOffset: { ...binding.timeOffset, increase: key } };
  if (action === 'offsetDown') return { ...binding, timeOffset: { ...binding.timeOffset, decrease: key } };
  return { ...binding, stroke: { ...binding.stroke, [action]: key } };
}

/** Whether two keys are the same: case is ignored. */
export function isSameKey(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether a key has an action on every page: then it has no other on any page. */
export function isGloballyBoundKey(binding: KeyBinding, key: string): boolean {
  const keys = keyOfEachAction(binding);
  const acting = binding.enabled ? KEYED_ACTIONS : (['stop'] as const);
  return acting.some((action) => isSameKey(keys[action], key));
}

/** The other use of a key: another bound action, or a fixed use of the app. */
export function keyConflictOf(
  binding: KeyBinding,
  action: KeyedAction,
  key: string,
): KeyedAction | FixedKeyUse | undefined {
  const keys = keyOfEachAction(binding);
  return (
    KEYED_ACTIONS.find((other) => other !== action && isSameKey(keys[other], key)) ?? FIXED_KEYS[key.toLowerCase()]
  );
}
