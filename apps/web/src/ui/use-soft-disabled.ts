import { type FocusEvent, useState } from 'react';

interface Watched<E extends Element> {
  readonly onFocus?: ((event: FocusEvent<E>) => void) | undefined;
  readonly onBlur?: ((event: FocusEvent<E>) => void) | undefined;
}

/**
 * The properties of a control that takes no press or key. One that is disabled by its own press, or by the loss of its device,
 * would lose the focus, and the person their place: while focused, it is only marked as disabled. Its handlers have to check
 * whether it is.
 */
export function useSoftDisabled<E extends Element>(isDisabled: boolean, { onFocus, onBlur }: Watched<E> = {}) {
  const [hasFocus, setFocus] = useState(false);
  return {
    disabled: isDisabled && !hasFocus,
    ...(isDisabled && hasFocus && { 'aria-disabled': true }),
    onFocus(event: FocusEvent<E>) {
      setFocus(true);
      onFocus?.(event);
    },
    onBlur(event: FocusEvent<E>) {
      setFocus(false);
      onBlur?.(event);
    },
  };
}
