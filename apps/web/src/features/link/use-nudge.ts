import { useEffect, useRef, useState } from 'react';
import { useRegisterDrivenTarget } from '../../device/linked/driven-devices.tsx';
import { useLinkedDevices } from '../../device/linked/linked-devices-context.tsx';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useClock } from '../../ui/time-context.tsx';
import { type NudgeResult, nudgeDevice } from './nudge.ts';

/** Nudges a linked device, through a connection of its own where there is none. Any Stop, and leaving the page, ends it. */
export function useNudge(connectionKey: string): { busy: boolean; result: NudgeResult | undefined; run: () => void } {
  const { acquire } = useLinkedDevices();
  const drive = useRegisterDrivenTarget();
  const time = useClock();
  const report = useShowError();
  const leave = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<NudgeResult>();
  useEffect(() => () => leave.current?.abort(), []);

  async function run() {
    const left = new AbortController();
    leave.current = left;
    setBusy(true);
    setResult(undefined);
    const { device, isOpened, release } = acquire(connectionKey);
    const undoDrive = isOpened ? drive(device) : () => undefined;
    try {
      if (isOpened) await device.connect(connectionKey);
      setResult(await nudgeDevice({ device, connectionKey, time, signal: left.signal }));
    } catch (error) {
      if (!left.signal.aborted) report(error);
    }
    undoDrive();
    release();
    setBusy(false);
  }

  return { busy, result, run: () => void run() };
}
