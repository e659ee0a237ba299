import type { RouterHistory } from '@tanstack/react-router';

/** Marks the entry of the browser's history for what is open over a page. The entry before it is that of the page itself. */
const MARK = 'isOverPage';

/** Closes each thing that is open, the latest last. */
const open: (() => void)[] = [];
/** The browser leaves the marked entry on request of the page, which takes a moment. */
let isLeaving = false;
let routed: RouterHistory | undefined;

/**
 * Makes going back close what is open over a page, in place of leaving the page; going to another page closes it too. Call
 * the result when it is closed. The entry is the browser's alone: the router neither sees it nor loads the page anew.
 */
export function closeOnBack(history: RouterHistory, close: () => void): () => void {
  // In the capture phase, so that the router does not react first.
  if (routed === undefined) window.addEventListener('popstate', onPop, { capture: true });
  routed = history;
  open.push(close);
  if (!isMarked()) mark();
  const unsubscribe = history.subscribe(close);
  return () => {
    unsubscribe();
    if (open.includes(close)) open.splice(open.indexOf(close), 1);
    // One thing may give way to another, or to a page, by the same press.
    queueMicrotask(() => {
      if (open.length === 0 && !isLeaving && isMarked()) leave();
    });
  };
}

/** Whether the browser is at a marked entry, once it has what the router has pushed. */
function isMarked(): boolean {
  routed?.flush();
  return MARK in (window.history.state ?? {});
}

function mark(): void {
  // Not by the method of this object, which the router has replaced with one that navigates.
  History.prototype.pushState.call(window.history, { ...window.history.state, [MARK]: true }, '');
}

function leave(): void {
  isLeaving = true;
  window.history.back();
}

function onPop(event: PopStateEvent): void {
  // The page is shown already.
  if (event.state?.__TSR_key === routed?.location.state.__TSR_key) event.stopImmediatePropagation();
  const isRequested = isLeaving;
  isLeaving = false;
  if (isMarked()) {
    // It was left for another page, and the browser is back.
    if (open.length === 0) leave();
    return;
  }
  if (!isRequested) open.pop()?.();
  if (open.length > 0) mark();
}
