import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { useLatest } from './use-latest.ts';

/** A smaller movement of a finger counts as none: it is less steady than a mouse. CSS pixels. */
export const FINGER_SLOP_PX = 10;
/** A finger that has rested for so long does not scroll the page, but holds the control under it. ms */
export const FINGER_REST_MS = 200;

/** Whether a press is one that may become a scroll: a mouse scrolls by its wheel, a finger or a pen by moving. */
export function isFinger({ pointerType }: { readonly pointerType: string }): boolean {
  return pointerType === 'touch' || pointerType === 'pen';
}

/** Prevents the page from scrolling with a finger on an element while it is held. */
export function usePreventScroll(element: RefObject<HTMLElement | null> | undefined, isHeld: () => boolean): void {
  const latest = useLatest(isHeld);
  useEffect(() => {
    const prevent = (event: TouchEvent) => {
      if (latest.current() && event.cancelable) event.preventDefault();
    };
    const current = element?.current;
    // Registered before the touch: browsers scroll at once where no listener could prevent it.
    current?.addEventListener('touchmove', prevent, { passive: false });
    return () => current?.removeEventListener('touchmove', prevent);
  }, [element, latest]);
}

/** A page that scrolled twice within so short a time is rolling: a single scroll came from a program. ms */
const ROLLING_MS = 100;

/** Returns whether a touch stops a page that still rolls after a swipe. */
export function useFingerStoppedScroll(): (down: { readonly timeStamp: number }) => boolean {
  const latest = useRef<readonly number[]>([]);
  useEffect(() => {
    const note = ({ timeStamp }: Event) => {
      latest.current = [timeStamp, ...latest.current.slice(0, 1)];
    };
    document.addEventListener('scroll', note);
    return () => document.removeEventListener('scroll', note);
  }, []);
  return ({ timeStamp }) => timeStamp - (latest.current[1] ?? Number.NEGATIVE_INFINITY) < ROLLING_MS;
}

/** Whether the page is longer than the screen, so that a finger that moves up or down may want to scroll. */
export function useIsPageScrollable(): boolean {
  return useSyncExternalStore(watchLength, isLonger);
}

function isLonger(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight > clientHeight + 1;
}

function watchLength(changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  observer.observe(document.documentElement);
  observer.observe(document.body);
  window.addEventListener('resize', changed);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', changed);
  };
}
