import { type RefObject, useLayoutEffect } from 'react';
import { takeFocus } from '../../ui/inline-question.tsx';

/** Controls that are disabled lose the focus: the group around them, which takes it from a program, has it then. */
export function useFocusOfDisabled(group: RefObject<HTMLElement | null>, disabled: boolean): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (disabled && group.current?.contains(focused) && focused?.matches(':disabled')) takeFocus(group.current);
  }, [group, disabled]);
}
