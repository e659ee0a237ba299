import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';
import { useSoftDisabled } from './use-soft-disabled.ts';

type IconButtonProps = { label: string; children: ReactNode } & Omit<ComponentProps<'button'>, 'aria-label'>;

/** A button that shows only an icon; `label` is its name. */
export function IconButton({ label, children, className, type = 'button', onClick, ...others }: IconButtonProps) {
  const { disabled = false, onFocus, onBlur, ...rest } = others;
  const soft = useSoftDisabled(disabled, { onFocus, onBlur });
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(styles['button'], className)}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else onClick?.(event);
      }}
      {...soft}
      {...rest}
    >
      {children}
    </button>
  );
}
