import { useState } from 'react';
import { useNotifications } from './notifications-context.tsx';

/** Something that may fail, one at a time. `run` resolves with whether it was done; a failure is shown. */
export interface AsyncAction {
  readonly busy: boolean;
  run(work: () => Promise<unknown>): Promise<boolean>;
}

/** What is shown of a failure. */
interface FailureWords {
  readonly message: string;
  readonly caption?: string;
}

/** Runs something, and shows what fails in the texts of `wordsOf`. */
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
