import { type FocusEvent, useState } from 'react';

interface Watched {
  readonly onFocus?: ((event: FocusEvent<HTMLButtonElement>) => void) | undefined;
  readonly onBlur?: ((event: FocusEvent<HTMLButtonElement>) => void) | undefined;
}

/**
 * The properties of a button that takes no press. A button disabled by its own press would lose the focus, and the person
 * their place: while focused, it is only marked as disabled. Its handler has to check whether it is.
 */
export function useSoftDisabled(isDisabled: boolean, { onFocus, onBlur }: Watched = {}) {
  const [hasFocus, setFocus] = useState(false);
  return {
    disabled: isDisabled && !hasFocus,
    ...(isDisabled && hasFocus && { 'aria-disabled': true }),
    onFocus(event: FocusEvent<HTMLButtonElement>) {
      setFocus(true);
      onFocus?.(event);
    },
    onBlur(event: FocusEvent<HTMLButtonElement>) {
      setFocus(false);
      onBlur?.(event);
    },
  };
}
