import { type RefObject, useLayoutEffect } from 'react';
import { takeFocus } from '../../ui/inline-question.tsx';

/** A disabled control loses the focus: the group around it, which a program can focus, receives it. */
export function useMoveFocusFromDisabledControl(group: RefObject<HTMLElement | null>, disabled: boolean): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (disabled && group.current?.contains(focused) && focused?.matches(':disabled')) takeFocus(group.current);
  }, [group, disabled]);
}
