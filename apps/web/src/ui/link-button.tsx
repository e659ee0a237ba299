import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ButtonStyle, buttonClass } from './button.tsx';

interface LinkButtonProps extends ButtonStyle {
  to: string;
  search?: Readonly<Record<string, string>>;
  /** State passed to the page by this link alone, not by the address. */
  state?: object;
  icon?: ReactNode;
  children: ReactNode;
}

/** A link to a page of the app that looks like a button. */
export function LinkButton({ to, search = {}, state, icon, children, ...style }: LinkButtonProps) {
  return (
    <Link to={to} search={search} {...(state && { state })} className={buttonClass(style)}>
      {icon}
      {children}
    </Link>
  );
}
