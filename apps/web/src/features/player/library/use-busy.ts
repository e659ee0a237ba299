import { useState } from 'react';
import { useShowError } from '../../../device/session/use-show-error.ts';

/** Whether an action runs, and a function that runs one and shows its error. */
export function useBusy(): readonly [boolean, (run: () => Promise<void>) => Promise<void>] {
  const report = useShowError();
  const [isBusy, setBusy] = useState(false);
  async function busy(run: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  }
  return [isBusy, busy];
}
