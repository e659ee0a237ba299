import { type FocusEvent, useState } from 'react';

interface Watched {
  readonly onFocus?: ((event: FocusEvent<HTMLButtonElement>) => void) | undefined;
  readonly onBlur?: ((event: FocusEvent<HTMLButtonElement>) => void) | undefined;
}

/**
 * What makes a button take no press. A button that its own press disables would lose the focus, and the person their place:
 * as long as it has it, it only says that it is disabled. What it is pressed for has to look whether it is.
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
