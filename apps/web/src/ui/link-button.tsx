import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';

interface LinkButtonProps extends ButtonLook {
  to: string;
  search?: Readonly<Record<string, string>>;
  /** What the page is told by this link alone, and by no address. */
  state?: object;
  icon?: ReactNode;
  children: ReactNode;
}

/** A link to a page of the app that looks like a button. */
export function LinkButton({ to, search = {}, state, icon, children, ...look }: LinkButtonProps) {
  return (
    <Link to={to} search={search} {...(state && { state })} className={buttonClass(look)}>
      {icon}
      {children}
    </Link>
  );
}
