/** A clock sample: round trip and offset, ms. */
interface Sample {
  readonly seq: number;
  readonly rtdMs: number;
  readonly offsetMs: number;
}

/** A range of values, ms. */
interface Range {
  readonly least: number;
  readonly most: number;
}

/** Samples as points of a drawing, with the ranges of its axes. */
export interface ClockScatterPlot {
  readonly points: readonly { readonly seq: number; readonly x: number; readonly y: number; readonly isNew: boolean }[];
  readonly trip: Range;
  readonly offset: Range;
}

/** Room between the points and the edge. */
const INSET = 12;
/** Points closer together than this, ms, are not drawn apart. */
const NARROWEST_MS = 1;

/** Round trip across, offset upward; the newest samples are marked. Undefined without samples. */
export function clockScatterPlotOf(
  samples: readonly Sample[],
  { width, height, newest }: { width: number; height: number; newest: number },
): ClockScatterPlot | undefined {
  if (samples.length === 0) return undefined;
  const trip = rangeOf(samples.map(({ rtdMs }) => rtdMs));
  const offset = rangeOf(samples.map(({ offsetMs }) => offsetMs));
  const along = (value: number, { least, most }: Range) => (value - least) / (most - least);
  const points = samples.map(({ seq, rtdMs, offsetMs }, index) => ({
    seq,
    x: INSET + along(rtdMs, trip) * (width - 2 * INSET),
    y: height - INSET - along(offsetMs, offset) * (height - 2 * INSET),
    isNew: index >= samples.length - newest,
  }));
  return { points, trip, offset };
}

function rangeOf(values: readonly number[]): Range {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (most - least >= NARROWEST_MS) return { least, most };
  const middle = (least + most) / 2;
  return { least: middle - NARROWEST_MS / 2, most: middle + NARROWEST_MS / 2 };
}
