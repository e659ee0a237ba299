import { useCallback, useEffect, useRef, useState } from 'react';
import { useClock } from '../../../ui/time-context.tsx';

/** A value that is shown for `ms` after its last change. */
export function useBriefly<Value>(ms: number): {
  readonly shown: Value | undefined;
  /** Sets the value, computed from the one that is still shown. */
  readonly show: (change: (before: Value | undefined) => Value) => void;
} {
  const time = useClock();
  const [shown, setShown] = useState<Value>();
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  const show = useCallback(
    (change: (before: Value | undefined) => Value) => {
      cancel.current?.();
      setShown(change);
      cancel.current = time.after(ms, () => setShown(undefined));
    },
    [time, ms],
  );
  return { shown, show };
}
