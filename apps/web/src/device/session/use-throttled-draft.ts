import { useEffect, useRef, useState } from 'react';
import { useClock } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { useDevice } from './device-context.tsx';
import { useShowError } from './use-show-error.ts';

/** How long after the hand has let go the requested value is shown, if the device has not reported it. */
const SETTLE_MS = 1500;

/** A value under a hand. */
export interface ControlDraft<Value> {
  /** The hand's value while it is on the control and until the device has had time to report or has refused it; then the reported value. */
  readonly shown: Value;
  /** The hand is on the control. */
  readonly change: (value: Value) => void;
  /** The hand has let go. */
  readonly release: (value: Value) => void;
}

/**
 * A control that shows the hand while the hand is on it, and sends at most five values a second, so that a long drag does
 * not use up the rate limit: the newest value wins, the last one always arrives, a Stop drops what is waiting. Errors are
 * shown as notifications. `send` may change with every render; the newest one is called.
 */
export function useThrottledDraft<Value>({
  reported,
  send,
}: {
  reported: Value;
  send: (value: Value) => Promise<unknown>;
}): ControlDraft<Value> {
  const device = useDevice();
  const time = useClock();
  const report = useLatest(useShowError());
  const latestSend = useLatest(send);
  const [draft, setDraft] = useState<{ value: Value; isHeld: boolean }>();
  const cancelTimer = useRef<() => void>(undefined);
  const drag = useRef<(value: Value) => Promise<void>>(undefined);

  useEffect(() => {
    drag.current = device.drag(
      (value: Value) =>
        latestSend.current(value).catch((error: unknown) => {
          // The device will not report a value that it has refused.
          setDraft((now) => (now?.isHeld === false && now.value === value ? undefined : now));
          throw error;
        }),
      (error) => report.current(error),
    );
    return () => cancelTimer.current?.();
  }, [device, latestSend, report]);

  return {
    shown: draft === undefined ? reported : draft.value,
    change(value) {
      cancelTimer.current?.();
      setDraft({ value, isHeld: true });
      void drag.current?.(value);
    },
    release(value) {
      setDraft({ value, isHeld: false });
      cancelTimer.current?.();
      cancelTimer.current = time.after(SETTLE_MS, () => setDraft(undefined));
    },
  };
}
