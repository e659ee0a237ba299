import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useEscape } from './use-escape.ts';

const noScroll = { preventScroll: true } as const;

/** The `ref` of an element that replaces the focused button. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus(noScroll);

interface InlineQuestionProps {
  /** The question, which is also its accessible name. */
  label: string;
  /** The id of the text beside it. */
  describedBy?: string;
  className?: string | undefined;
  /** Called when Escape closes the question, as its No does. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A question in place of the button that opened it. The question takes the focus, not an answer, so that a key that is
 * still down answers nothing.
 */
export function InlineQuestion({ label, describedBy, className, onClose, children }: InlineQuestionProps) {
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

/** For the button that a panel replaces: it receives the focus again when the panel is closed. */
export function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) takeFocus(opener.current);
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}
