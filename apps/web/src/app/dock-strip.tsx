import { lazy, Suspense } from 'react';

const LiveStrip = lazy(() =>
  import('../device-view/position/live-strip.tsx').then(
    ({ LiveStrip }) => ({ default: LiveStrip }),
    // A dock without its picture still says what the device does, and stops the device.
    () => ({ default: () => null }),
  ),
);

/** The strip of the dock. Its drawing comes after the first picture of the page, which stands without it. */
export function DockStrip() {
  return (
    <Suspense fallback={null}>
      <LiveStrip />
    </Suspense>
  );
}
