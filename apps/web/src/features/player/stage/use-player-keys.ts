import { useEffect } from 'react';
import { isGloballyBoundKey, type PLAYER_SHORTCUT_LETTERS } from '../../../settings/key-bindings.ts';
import { useSettingsStore } from '../../../settings/use-settings.tsx';
import { useLatest } from '../../../ui/use-latest.ts';

type PlayerKey =
  | (typeof PLAYER_SHORTCUT_LETTERS)[number]
  | ' '
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'ArrowUp'
  | 'ArrowDown'
  | 'Shift+ArrowUp'
  | 'Shift+ArrowDown';

/** The action of each key of the player page, pressed without a modifier. */
export type PlayerKeyHandlers = Readonly<Record<PlayerKey, () => void>>;

/**
 * Handles the keys of the player. They never act while the person types; a focused control uses its keys itself; and a
 * key that the person has bound, Stop above all, does what it is bound to. Without handlers no key acts.
 */
export function usePlayerKeys(keys: PlayerKeyHandlers | undefined): void {
  const settings = useSettingsStore();
  const latest = useLatest<Readonly<Record<string, () => void>>>(keys ?? {});
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (event.defaultPrevented || altKey || ctrlKey || metaKey || document.querySelector('dialog[open]') !== null)
        return;
      if (target instanceof HTMLElement && handlesKey(target, key)) return;
      if (isGloballyBoundKey(settings.state.getState().keyBinding, key)) return;
      const run = latest.current[nameOf(key, shiftKey)] ?? latest.current[nameOf(key, false)];
      if (run === undefined || (event.repeat && !key.startsWith('Arrow'))) return;
      event.preventDefault();
      run();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [latest, settings]);
}

/** A letter is the same with Shift; an arrow key is another one. */
function nameOf(key: string, isShifted: boolean): string {
  if (key.length === 1) return key.toLowerCase();
  return isShifted ? `Shift+${key}` : key;
}

/** Whether a control needs the key itself. */
function handlesKey(target: HTMLElement, key: string): boolean {
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  if (target instanceof HTMLInputElement) {
    if (!['range', 'radio', 'checkbox', 'button', 'file'].includes(target.type)) return true;
    return key.length > 1 || key === ' ';
  }
  return key === ' ' && target.closest('button, a, summary, [role="slider"]') !== null;
}
