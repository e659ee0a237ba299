import { type HistoryState, type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLatest } from '../../../ui/use-latest.ts';

/**
 * Makes what is open an entry of the browser's history: Back closes it and returns to the library, and closing it on the
 * page goes back, too. The entry of what was closed on another page, or by a reload, is left out on the way back.
 */
export function useBackToLibrary(isOpen: boolean, close: () => void): void {
  const { history }: { history: RouterHistory } = useRouter();
  const latest = useLatest(close);
  const [place] = useState(() => createPlaceInHistory(history, () => latest.current()));
  useEffect(() => place.show(isOpen), [place, isOpen]);
  useEffect(() => history.subscribe(place.onMoved), [place, history]);
}

/** Marks the entry: the one before it is the same page. */
const MARK = 'playerIsOpen';

/** The entry of what is open in the history; `onBack` is called when the browser leaves it backwards. */
function createPlaceInHistory(history: RouterHistory, onBack: () => void) {
  let wanted = false;
  /** The index of its entry in the history. */
  let openedAt: number | undefined;
  /** The browser goes back on request of the page, which takes a moment. */
  let isLeaving = false;
  const indexNow = () => history.location.state.__TSR_index;

  function leave(): void {
    isLeaving = true;
    history.back();
  }

  function show(isOpen: boolean): void {
    wanted = isOpen;
    if (isLeaving) return;
    if (isOpen && openedAt === undefined) {
      history.push(history.location.href, { [MARK]: true } as HistoryState);
      openedAt = indexNow();
    } else if (!isOpen && openedAt !== undefined) {
      const isThere = openedAt === indexNow();
      openedAt = undefined;
      if (isThere) leave();
    } else if (!isOpen && MARK in history.location.state) leave();
  }

  return {
    show,
    onMoved(): void {
      if (isLeaving) {
        isLeaving = false;
        show(wanted);
      } else if (openedAt !== undefined && indexNow() < openedAt) {
        openedAt = undefined;
        onBack();
      } else if (!wanted) show(false);
    },
  };
}
