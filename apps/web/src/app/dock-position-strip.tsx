import { lazy, Suspense } from 'react';

const LivePositionStrip = lazy(() =>
  import('../device-view/position/live-position-strip.tsx').then(
    ({ LivePositionStrip }) => ({ default: LivePositionStrip }),
    // A dock without its picture still shows what the device does, and stops it.
    () => ({ default: () => null }),
  ),
);

/** The position strip of the dock. Its drawing is loaded after the first picture of the page. */
export function DockPositionStrip() {
  return (
    <Suspense fallback={null}>
      <LivePositionStrip />
    </Suspense>
  );
}
