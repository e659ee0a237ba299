import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { takeFocus } from './inline-question.tsx';

/** What takes the focus from a program, and has no press that a key which is still down would be. */
const TAKES_FOCUS = '[tabindex="-1"]';

/**
 * As the `ref` of what goes away by the press of a button in it, or of that button: what stands after it has the focus then,
 * else what it stands in, else the heading of the part of the page. None of them is a button.
 */
export function useLeavingFocus<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  /** Who has the focus after it, the best first; none where it did not have it. */
  const heirs = useRef<readonly Element[]>([]);
  useLayoutEffect(() => {
    const own = ref.current;
    // It is still in its place then: what stands around it is known.
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
    own.parentElement?.closest(`li${TAKES_FOCUS}`),
    own.closest('section, article')?.querySelector('h2, h3, h4'),
    document.querySelector('main'),
  ];
  return around.filter((element) => element != null).filter((element) => element.matches(TAKES_FOCUS));
}

/** A row of a list that a button in it takes away, or whose buttons come and go. */
export function LeavingRow({ children }: { children: ReactNode }) {
  return (
    <li ref={useLeavingFocus<HTMLLIElement>()} tabIndex={-1}>
      {children}
    </li>
  );
}
