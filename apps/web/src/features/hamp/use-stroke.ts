import { useEffect, useRef, useState } from 'react';
import { useDevice, useDeviceState } from '../../device/device-context.tsx';
import { useLatest } from '../../device/use-latest.ts';
import { useReportError } from '../../device/use-report-error.ts';
import type { PercentRange } from '../../ui/percent-range.ts';
import { useTime } from '../../ui/time-context.tsx';

/** So long after the hand has let go, what was asked is shown if the device has not reported it. */
const SETTLE_MS = 1500;

/** The stroke window under a hand: the hand's while it is on the control, then what the device reports. */
export function useStroke(): {
  shown: PercentRange;
  change: (range: PercentRange) => void;
  release: (range: PercentRange) => void;
} {
  const device = useDevice();
  const time = useTime();
  const report = useLatest(useReportError());
  const min = useDeviceState((state) => Math.round(state.slider.min * 100));
  const max = useDeviceState((state) => Math.round(state.slider.max * 100));
  const [draft, setDraft] = useState<PercentRange>();
  const stopTimer = useRef<() => void>(undefined);
  const send = useRef<(range: PercentRange) => Promise<void>>(undefined);

  useEffect(() => {
    const drag = device.drag(
      (range: PercentRange) => device.slider.setStroke({ min: range.min / 100, max: range.max / 100 }),
      (error) => report.current(error),
    );
    send.current = drag;
    return () => stopTimer.current?.();
  }, [device, report]);

  return {
    shown: draft ?? { min, max },
    change(range) {
      stopTimer.current?.();
      setDraft(range);
      void send.current?.(range);
    },
    release(range) {
      setDraft(range);
      stopTimer.current?.();
      stopTimer.current = time.after(SETTLE_MS, () => setDraft(undefined));
    },
  };
}
