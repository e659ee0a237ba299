import { CatchBoundary, type ErrorRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

/** The fallback of a part that the page can do without. */
export const renderNothing = () => null;

interface LatePartProps {
  path: string;
  /** Shown in its place where it fails. */
  instead: ErrorRouteComponent;
  children: ReactNode;
}

/** A part that is loaded after the shell: where loading fails, the rest stays, Stop included. */
export function LatePart({ path, instead, children }: LatePartProps) {
  return (
    <CatchBoundary getResetKey={() => path} errorComponent={instead}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  );
}
