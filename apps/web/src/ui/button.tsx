import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { useSoftDisabled } from './use-soft-disabled.ts';

/** The style of a button: `primary` main action, `quiet` others, `plain` without background, `danger` cannot be undone. */
export type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger';

/** The style of a button, for links that act as one. */
export interface ButtonStyle {
  variant?: ButtonVariant;
  size?: 'md' | 'lg';
  /** Fills the width of its row. */
  wide?: boolean;
}

/** The class names of a button's style. */
export function buttonClass({ variant = 'quiet', size = 'md', wide = false }: ButtonStyle, className?: string): string {
  return classNames(
    styles['button'],
    styles[variant],
    size === 'lg' && styles['lg'],
    wide && styles['wide'],
    className,
  );
}

type ButtonProps = ButtonStyle & {
  icon?: ReactNode;
  /** Its action is running: it takes no press, but does not lose the focus as a disabled button would. */
  busy?: boolean;
} & ComponentProps<'button'>;

/** A button. Its content is its name. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, busy = false, children, className, type = 'button', onClick, ...others } = props;
  const { disabled = false, onFocus, onBlur, ...rest } = others;
  const soft = useSoftDisabled(disabled, { onFocus, onBlur });
  const style = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) };
  function press(event: MouseEvent<HTMLButtonElement>): void {
    // For forms too: Enter in a field presses the button.
    if (busy || disabled) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type={type}
      className={buttonClass(style, className)}
      onClick={press}
      {...soft}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}
