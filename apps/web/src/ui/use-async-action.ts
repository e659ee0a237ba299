import { useState } from 'react';
import { useNotifications } from './notifications-context.tsx';

/** Runs one action at a time. `run` resolves with whether it succeeded; a failure is shown. */
export interface AsyncAction {
  readonly busy: boolean;
  run(work: () => Promise<unknown>): Promise<boolean>;
}

/** The texts shown for a failure. */
interface FailureWords {
  readonly message: string;
  readonly caption?: string;
}

/** Runs actions, and shows failures in the texts of `wordsOf`. */
export function useAsyncAction(wordsOf: (error: unknown) => FailureWords): AsyncAction {
  const notifications = useNotifications();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async run(work) {
      setBusy(true);
      try {
        await work();
        return true;
      } catch (error) {
        notifications.show({ tone: 'negative', ...wordsOf(error) });
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
