import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/** How a button looks: `primary` is the one thing to do, `quiet` the others, `plain` has no ground, `danger` cannot be undone. */
export type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger';

/** The look of a button, for links that act as one. */
export interface ButtonLook {
  variant?: ButtonVariant;
  size?: 'md' | 'lg';
  /** Fills the width of its row. */
  wide?: boolean;
}

/** The class names of a button's look. */
export function buttonClass({ variant = 'quiet', size = 'md', wide = false }: ButtonLook, className?: string): string {
  return classNames(
    styles['button'],
    styles[variant],
    size === 'lg' && styles['lg'],
    wide && styles['wide'],
    className,
  );
}

type ButtonProps = ButtonLook & { icon?: ReactNode } & ButtonHTMLAttributes<HTMLButtonElement>;

/** A button. Its content is its name. */
export function Button({ variant, size, wide, icon, children, className, type = 'button', ...rest }: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) };
  return (
    <button type={type} className={buttonClass(look, className)} {...rest}>
      {icon}
      {children}
    </button>
  );
}
