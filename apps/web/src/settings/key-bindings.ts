import type { Settings } from './schema.ts';

/** The six bindings of product.md section 3, by what they do. */
export const BOUND_ACTIONS = ['topUp', 'topDown', 'bottomUp', 'bottomDown', 'offsetUp', 'offsetDown'] as const;
/** One of the six. */
export type BoundAction = (typeof BOUND_ACTIONS)[number];

/** What can have a key of the person's choice: the six, and the second Stop key. */
export const KEYED_ACTIONS = [...BOUND_ACTIONS, 'stop'] as const;
/** One of those. */
export type KeyedAction = (typeof KEYED_ACTIONS)[number];

/** Keys that the app itself needs, whatever is bound: they hide the screen and show the help. */
const FIXED_KEYS: Readonly<Record<string, 'hide' | 'help'>> = { h: 'hide', '?': 'help' };

type KeyBinding = Settings['keyBinding'];

/** The key of each. */
export function keysOf({ stroke, timeOffset, stop }: KeyBinding): Readonly<Record<KeyedAction, string>> {
  const { topUp, topDown, bottomUp, bottomDown } = stroke;
  return { topUp, topDown, bottomUp, bottomDown, offsetUp: timeOffset.increase, offsetDown: timeOffset.decrease, stop };
}

/** The bindings with another key for one of them. */
export function withKey(binding: KeyBinding, action: KeyedAction, key: string): KeyBinding {
  if (action === 'stop') return { ...binding, stop: key };
  if (action === 'offsetUp') return { ...binding, timeOffset: { ...binding.timeOffset, increase: key } };
  if (action === 'offsetDown') return { ...binding, timeOffset: { ...binding.timeOffset, decrease: key } };
  return { ...binding, stroke: { ...binding.stroke, [action]: key } };
}

/** Whether two keys are the same: case is ignored (product.md section 5). */
export function isSameKey(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** What else a key does: another bound action, or something that the app needs it for. */
export function conflictOf(
  binding: KeyBinding,
  action: KeyedAction,
  key: string,
): KeyedAction | 'hide' | 'help' | undefined {
  const keys = keysOf(binding);
  return (
    KEYED_ACTIONS.find((other) => other !== action && isSameKey(keys[other], key)) ?? FIXED_KEYS[key.toLowerCase()]
  );
}
