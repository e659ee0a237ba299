import { useCallback, useEffect, useRef, useState } from 'react';
import { useAllDrivenTargets } from '../../device/linked/driven-devices.tsx';
import type { StopReason } from '../../device/session/stop-reason.ts';

/** The key that stops the device and blanks the screen. */
export const STOP_AND_HIDE_KEY = 'h';

/** Whether the screen is hidden, and the functions that hide and show it. Hiding first stops every driven device and sound. */
export function useHideScreen({
  shortcut,
  showReason,
}: {
  shortcut: boolean;
  showReason: (reason: StopReason) => void;
}): {
  hidden: boolean;
  hide: () => void;
  show: () => void;
} {
  const driven = useAllDrivenTargets();
  const [hidden, setHidden] = useState(false);
  /** Whether hiding stopped something; a notice says so once the screen is shown again. */
  const hasStopped = useRef(false);
  const hide = useCallback(() => {
    hasStopped.current = driven.isMoving();
    driven.stop();
    // A sound reveals as much as a picture.
    for (const medium of document.querySelectorAll<HTMLMediaElement>('video, audio')) medium.pause();
    setHidden(true);
  }, [driven]);
  const show = useCallback(() => {
    setHidden(false);
    if (hasStopped.current) showReason('hidden');
    hasStopped.current = false;
  }, [showReason]);
  useEffect(() => {
    if (!shortcut || hidden) return undefined;
    function onKey(event: KeyboardEvent) {
      if (
        event.key.toLowerCase() !== STOP_AND_HIDE_KEY ||
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      if (isTypedIntoField(event.target)) return;
      event.preventDefault();
      hide();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shortcut, hidden, hide]);
  return { hidden, hide, show };
}

/** Whether a key goes into an element that takes letters, such as a field or a list: there a letter is no shortcut. */
export function isTypedIntoField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(range|radio|checkbox|button|submit)$/.test(target.type);
  return target.isContentEditable || target.matches('textarea, select, [role=combobox]');
}
