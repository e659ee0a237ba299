import type { TraceEntry } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useClock } from '../../../ui/time-context.tsx';

/** How often the trace is read: often enough to follow it. */
const POLL_EVERY_MS = 250;

/** The trace of the device in use, oldest entry first; it does not change while paused. */
export function usePausableTrace(paused = false): readonly TraceEntry[] {
  const device = useDevice();
  const time = useClock();
  const [entries, setEntries] = useState(() => device.trace.entries());
  useEffect(() => {
    if (paused) return;
    return time.every(POLL_EVERY_MS, () => {
      const now = device.trace.entries();
      setEntries((before) => (before.at(-1)?.seq === now.at(-1)?.seq ? before : now));
    });
  }, [device, time, paused]);
  return entries;
}
