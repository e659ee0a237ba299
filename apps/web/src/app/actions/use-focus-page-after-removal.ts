import { useEffect } from 'react';
import { useClock } from '../../ui/time-context.tsx';

/** By then what replaces a removed element has taken the focus itself, where it does. ms */
const TAKEN_MS = 100;

/** When the focused element is removed and nothing else takes the focus, the page receives it: the person keeps their place. */
export function useFocusPageAfterRemoval(): void {
  const time = useClock();
  useEffect(() => {
    let focused: Element | null = document.activeElement;
    function onFocus({ target }: FocusEvent) {
      focused = target instanceof Element ? target : null;
    }
    /** Some browsers report the removal of an element in this way, too: only afterwards it is seen which it was. */
    function onBlur({ target }: FocusEvent) {
      queueMicrotask(() => {
        if (focused === target && focused?.isConnected === true) focused = null;
      });
    }
    const observer = new MutationObserver(() => {
      if (focused?.isConnected !== false) return;
      focused = null;
      time.after(TAKEN_MS, () => {
        if (document.activeElement === document.body) document.getElementById('page')?.focus({ preventScroll: true });
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, [time]);
}
