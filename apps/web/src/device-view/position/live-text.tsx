import { useEffect, useRef } from 'react';
import { useClock } from '../../ui/time-context.tsx';
import { onAnimationFrames } from './animation-frames.ts';

/** A person cannot read a number that changes faster than this. */
const INTERVAL_MS = 125;

/** A live value as text, written straight into the page a few times a second, outside React's state. */
export function LiveText({ read }: { read: () => string }) {
  const time = useClock();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let lastMs = Number.NEGATIVE_INFINITY;
    return onAnimationFrames(() => {
      const nowMs = time.monotonic();
      if (nowMs - lastMs < INTERVAL_MS || place.current === null) return false;
      lastMs = nowMs;
      const text = read();
      if (place.current.textContent !== text) place.current.textContent = text;
      // The less frequent calls are soon enough for a text.
      return false;
    });
  }, [read, time]);
  return <span ref={place} />;
}
