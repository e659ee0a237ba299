import { useEffect } from 'react';
import { useLatest } from '../../../ui/use-latest.ts';
import type { LibraryCardProps } from './library-card.tsx';

/** Opens the entry that a link of the home page names, once the entries are read. */
export function useEntryOfLink(
  { goOnId, onLook }: LibraryCardProps,
  isRead: boolean,
  open: (id: string) => void,
): void {
  const latest = useLatest({ onLook, open });
  useEffect(() => {
    if (goOnId === undefined || !isRead) return;
    latest.current.onLook();
    latest.current.open(goOnId);
  }, [goOnId, isRead, latest]);
}
