import { BOUND_ACTIONS, isSameKey, type KeyedAction, keyOfEachAction } from '../../settings/key-bindings.ts';
import type { Settings } from '../../settings/schema.ts';

/** What a key means here: a bound action, the second Stop key, the palette or the help sheet. */
export type ShortcutMeaning = KeyedAction | 'palette' | 'help';

/** A press of a key, with the facts that the rules need. */
export interface KeyPress {
  readonly key: string;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Whether it goes into an element that takes letters. */
  readonly typing: boolean;
}

/** The conditions under which the six bindings work. */
export interface ShortcutSituation {
  readonly keyBinding: Settings['keyBinding'];
  readonly connected: boolean;
  readonly path: string;
}

/**
 * Whether the six bindings act: they are on, the device is connected, and the page is neither the one where they are set nor
 * the page of another owner's device, where a key must not move the person's own.
 */
export function areStepShortcutsEnabled({ keyBinding, connected, path }: ShortcutSituation): boolean {
  return keyBinding.enabled && connected && !/^\/(settings\/?$|share\/)/.test(path);
}

/**
 * What a press means; undefined for none. An auto-repeat means nothing. Stop, palette and help work everywhere,
 * but a letter does nothing while the person types, nor with a modifier that makes it a shortcut of the browser.
 */
export function shortcutMeaningOf(press: KeyPress, situation: ShortcutSituation): ShortcutMeaning | undefined {
  const { key, repeat, ctrlKey, metaKey, altKey, typing } = press;
  if (repeat) return undefined;
  if (isSameKey(key, 'k') && ctrlKey !== metaKey && !altKey) return 'palette';
  if (typing || ctrlKey || metaKey || altKey) return undefined;
  if (key === '?') return 'help';
  const keys = keyOfEachAction(situation.keyBinding);
  if (isSameKey(key, keys.stop)) return 'stop';
  return areStepShortcutsEnabled(situation) ? BOUND_ACTIONS.find((action) => isSameKey(key, keys[action])) : undefined;
}
