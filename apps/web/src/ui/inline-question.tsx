import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useEscape } from './use-escape.ts';

const noScroll = { preventScroll: true } as const;

/** As the `ref` of what comes in the place of the button that had the focus. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus(noScroll);

interface InlineQuestionProps {
  /** What is asked: its name. */
  label: string;
  /** The id of what is said beside it. */
  describedBy?: string;
  className?: string | undefined;
  /** Called when Escape takes the question back, as its No does. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A question in the place of the button that asks it. It takes the focus, and none of its answers, so that a key that is
 * still down answers nothing. Where what it is about goes with it, the page has the focus then.
 */
export function InlineQuestion({ label, describedBy, className, onClose, children }: InlineQuestionProps) {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) takeFocus(document.querySelector('main'));
    },
    [],
  );
  useEscape(onClose);
  return (
    <div
      ref={takeFocus}
      className={className}
      role="alertdialog"
      aria-label={label}
      aria-describedby={describedBy}
      tabIndex={-1}
    >
      {children}
    </div>
  );
}

/** For the button that opens something in its own place: it has the focus again when that is closed. */
export function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) takeFocus(opener.current);
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}
