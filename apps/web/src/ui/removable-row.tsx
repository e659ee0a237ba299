import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { takeFocus } from './inline-question.tsx';

/** Elements that a program can focus, and that a key still held down cannot press. */
const TAKES_FOCUS = '[tabindex="-1"]';

/**
 * The `ref` of an element that the press of a button in it removes, or of that button: the next element receives the focus,
 * else the surrounding one, else the heading of the section. None of them is a button.
 */
export function useFocusNextOnRemoval<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  /** The candidates for the focus, the best first; none where the element did not have it. */
  const heirs = useRef<readonly Element[]>([]);
  useLayoutEffect(() => {
    const own = ref.current;
    // The element is still in the document then, so its neighbours are known.
    return () => {
      heirs.current = own?.contains(document.activeElement) ? heirsOf(own) : [];
    };
  }, []);
  useEffect(
    () => () => {
      const heir = heirs.current.find((element) => element.isConnected);
      if (document.activeElement === document.body && heir instanceof HTMLElement) takeFocus(heir);
    },
    [],
  );
  return ref;
}

function heirsOf(own: Element): readonly Element[] {
  const around = [
    own.nextElementSibling,
    own.parentElement?.closest(`:is(li, div)${TAKES_FOCUS}`),
    own.closest('section, article')?.querySelector('h2, h3, h4'),
    document.querySelector('main'),
  ];
  return around.filter((element) => element != null).filter((element) => element.matches(TAKES_FOCUS));
}

/** A row of a list that a button in it removes, or whose buttons change. */
export function RemovableRow({ children }: { children: ReactNode }) {
  return (
    <li ref={useFocusNextOnRemoval<HTMLLIElement>()} tabIndex={-1}>
      {children}
    </li>
  );
}
