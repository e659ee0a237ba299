import { fieldsOf } from '@tactus/protocol';
import { type RouterHistory, useLocation, useRouter } from '@tanstack/react-router';
import type { LibraryEntry } from '../library/library-record.ts';

/** The state of the link to the player that opens an entry of the library. */
export const goOnWith = ({ id }: LibraryEntry): object => ({ goOn: id });

/** The id of the entry that the link of the home page opens; undefined where the page was opened otherwise. */
export function useGoOn(): { goOnId: string | undefined; forget: () => void } {
  const { history }: { history: RouterHistory } = useRouter();
  const goOn = useLocation({ select: ({ state }) => fieldsOf(state)['goOn'] });
  return {
    goOnId: typeof goOn === 'string' ? goOn : undefined,
    // The history keeps nothing of it: Back, or loading the page again, opens nothing.
    forget: () => history.replace(history.location.href),
  };
}
