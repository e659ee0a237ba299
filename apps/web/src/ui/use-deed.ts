import { useState } from 'react';
import { useNotifications } from './notifications-context.tsx';

/** Something that may fail, one at a time. `run` says whether it was done; what failed is shown in the words given. */
export interface Deed {
  readonly busy: boolean;
  run(work: () => Promise<unknown>): Promise<boolean>;
}

/** What is shown of a failure. */
interface FailureWords {
  readonly message: string;
  readonly caption?: string;
}

/** Does something, and shows what fails: `wordsOf` says how. */
export function useDeed(wordsOf: (error: unknown) => FailureWords): Deed {
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
