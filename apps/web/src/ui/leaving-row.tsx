import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { takeFocus } from './inline-question.tsx';

/**
 * A row of a list that is taken away while the button in it has the focus. The row after it has the focus then, else the
 * heading of the part of the page: never the next row's button, which a key that is still down would press.
 */
export function LeavingRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null);
  /** Who has the focus after it, the best first; none where the row did not have it. */
  const heirs = useRef<readonly (Element | null | undefined)[]>([]);
  useLayoutEffect(() => {
    const own = row.current;
    // The row is still in its place then: what stands around it is known.
    return () => {
      const part = own?.closest('section, article');
      heirs.current = own?.contains(document.activeElement)
        ? [own.nextElementSibling, part?.querySelector('h2, h3, h4'), document.querySelector('main')]
        : [];
    };
  }, []);
  useEffect(
    () => () => {
      const heir = heirs.current.find((element) => element?.isConnected);
      if (document.activeElement === document.body && heir instanceof HTMLElement) takeFocus(heir);
    },
    [],
  );
  return (
    <li ref={row} tabIndex={-1}>
      {children}
    </li>
  );
}
