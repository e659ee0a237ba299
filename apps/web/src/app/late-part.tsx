import { CatchBoundary, type ErrorRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

/** What stands for a part that the page does without. */
export const nothing = () => null;

interface LatePartProps {
  path: string;
  /** What stands for it where it fails. */
  instead: ErrorRouteComponent;
  children: ReactNode;
}

/** A part that is loaded after the shell: where it cannot be had, the rest stays, and Stop with it. */
export function LatePart({ path, instead, children }: LatePartProps) {
  return (
    <CatchBoundary getResetKey={() => path} errorComponent={instead}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  );
}
