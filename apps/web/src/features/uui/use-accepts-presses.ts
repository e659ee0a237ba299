import { useEffect, useState } from 'react';
import { useClock } from '../../ui/time-context.tsx';

/** How long a window has to be in front before it accepts a yes. */
const ARMED_AFTER_MS = 1_000;

/**
 * Whether the window has been in front for a moment: a press meant for the previous page, such as the second one of a
 * double click, must not give permission.
 */
export function useAcceptsPresses(): boolean {
  const time = useClock();
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    let stop = time.after(ARMED_AFTER_MS, () => setArmed(true));
    function again() {
      stop();
      setArmed(false);
      stop = time.after(ARMED_AFTER_MS, () => setArmed(true));
    }
    window.addEventListener('focus', again);
    return () => {
      stop();
      window.removeEventListener('focus', again);
    };
  }, [time]);
  return armed;
}
