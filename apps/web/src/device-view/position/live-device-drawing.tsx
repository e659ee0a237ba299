import { useEffect, useRef } from 'react';
import type { ProductName } from '../../settings/schema.ts';
import { onAnimationFrames } from './animation-frames.ts';
import { createChangeDetector } from './change-detector.ts';
import { DeviceDrawing } from './device-drawing.tsx';
import { usePositionReader } from './use-position-reader.ts';

/** How far the moving part goes from its middle, in % of the drawing's height. */
const REACH_PERCENT = 20;

/** The drawing of the device in use; its moving part shows the estimated position. */
export function LiveDeviceDrawing({ device, size }: { device: ProductName; size?: number | undefined }) {
  const { read } = usePositionReader();
  const part = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const changed = createChangeDetector();
    return onAnimationFrames(() => {
      const position = read();
      if (part.current === null || position === undefined) return false;
      const y = ((0.5 - position.position01) * 2 * REACH_PERCENT).toFixed(3);
      if (!changed(part.current, y)) return false;
      part.current.style.transform = `translateY(${y}%)`;
      return true;
    });
  }, [read]);
  return <DeviceDrawing device={device} size={size} movingPart={part} />;
}
