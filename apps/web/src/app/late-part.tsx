import { CatchBoundary, type ErrorRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useConnectionStatus } from '../device/session/device-context.tsx';

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

interface QuietPartProps {
  path: string;
  /** The person asks for it: it comes at once. */
  isWanted?: boolean;
  children: ReactNode;
}

/**
 * A part that a page can do without at first: its files are requested once the device has answered, or is known not
 * to. Before that they would take the connections of a slow line from it.
 */
export function QuietPart({ path, isWanted = false, children }: QuietPartProps) {
  const isQuiet = useConnectionStatus() !== 'connecting';
  const [hasCome, setHasCome] = useState(false);
  if ((isQuiet || isWanted) && !hasCome) setHasCome(true);
  return (
    hasCome && (
      <LatePart path={path} instead={renderNothing}>
        {children}
      </LatePart>
    )
  );
}
