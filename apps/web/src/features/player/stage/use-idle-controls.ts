import { useCallback, useEffect, useState } from 'react';
import { useClock } from '../../../ui/time-context.tsx';

/** Controls over a playing picture go after so long without a touch, a move or a key. */
const IDLE_MS = 3_000;
const SIGNS_OF_USE = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'wheel'] as const;

/** Whether the controls over the picture are hidden. While `mayHide` is false they are not. */
export function useIdleControls(mayHide: boolean): { isIdle: boolean; hide: () => void } {
  const time = useClock();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!mayHide) return;
    let cancel = time.after(IDLE_MS, () => setIdle(true));
    function wake() {
      cancel();
      setIdle(false);
      cancel = time.after(IDLE_MS, () => setIdle(true));
    }
    for (const name of SIGNS_OF_USE) window.addEventListener(name, wake);
    return () => {
      cancel();
      setIdle(false);
      for (const name of SIGNS_OF_USE) window.removeEventListener(name, wake);
    };
  }, [mayHide, time]);
  return { isIdle: mayHide && isIdle, hide: useCallback(() => setIdle(true), []) };
}
