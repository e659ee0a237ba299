import { pointsToColumns, scriptPositionAt } from '@tactus/motion';
import type { PointStream } from '@tactus/sdk';
import { useMemo } from 'react';
import type { ReadFraction } from '../../device-view/position/position-snapshot.ts';
import { type LabSource, pointsOfLabSource } from '../../device-view/stream-lab/use-lab-stream.ts';

/** The position of the curve at this instant, a share of the stroke; undefined while it does not play. */
export function useCurvePosition(source: LabSource, stream: PointStream | undefined): ReadFraction {
  return useMemo(() => {
    const columns = pointsToColumns(pointsOfLabSource(source));
    return () =>
      stream?.store.getState().phase === 'playing' ? scriptPositionAt(columns, stream.positionMs()) / 100 : undefined;
  }, [source, stream]);
}
