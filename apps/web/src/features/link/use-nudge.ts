import { useEffect, useRef, useState } from 'react';
import { useLinkedDevices } from '../../device/linked-devices-context.tsx';
import { useReportError } from '../../device/use-report-error.ts';
import { useTime } from '../../ui/time-context.tsx';
import { type NudgeResult, nudge } from './nudge.ts';

/** Nudges a linked device, through a connection of its own where there is none. Leaving the page ends it with a stop. */
export function useNudge(connectionKey: string): { busy: boolean; result: NudgeResult | undefined; run: () => void } {
  const { borrow } = useLinkedDevices();
  const time = useTime();
  const report = useReportError();
  const leave = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<NudgeResult>();
  useEffect(() => () => leave.current?.abort(), []);

  async function run() {
    const left = new AbortController();
    leave.current = left;
    setBusy(true);
    setResult(undefined);
    const { device, isOpened, giveBack } = borrow(connectionKey);
    try {
      if (isOpened) await device.connect(connectionKey);
      await device.waitFor((state) => state.capabilities !== undefined);
      setResult(await nudge({ device, time, signal: left.signal }));
    } catch (error) {
      if (!left.signal.aborted) report(error);
    }
    giveBack();
    setBusy(false);
  }

  return { busy, result, run: () => void run() };
}
