/** One reading of the slider: its position, and the script's position at that moment. */
export interface PositionErrorSample {
  readonly reportedMm: number;
  readonly commandedMm: number;
  /** Half of the round trip of the request, ms: the uncertainty of the moment of the reading. */
  readonly uncertainMs: number;
}

/** The distance of the slider from the script. */
export interface PositionError {
  readonly readings: number;
  readonly meanMm: number;
  readonly p95Mm: number;
  readonly worstMm: number;
  /** Median of the readings. */
  readonly uncertainMs: number;
}

/** `undefined` without readings. */
export function positionErrorOf(readings: readonly PositionErrorSample[]): PositionError | undefined {
  if (readings.length === 0) return undefined;
  const off = readings.map(({ reportedMm, commandedMm }) => Math.abs(reportedMm - commandedMm)).sort((a, b) => a - b);
  const uncertain = readings.map(({ uncertainMs }) => uncertainMs).sort((a, b) => a - b);
  return {
    readings: off.length,
    meanMm: off.reduce((sum, mm) => sum + mm, 0) / off.length,
    p95Mm: quantile(off, 0.95),
    worstMm: quantile(off, 1),
    uncertainMs: quantile(uncertain, 0.5),
  };
}

/** The error in two lines, with its method of measurement. */
export function formatPositionError(error: PositionError | undefined, strokeMm: number): string[] {
  if (!error || !(strokeMm > 0)) return ['Position error: not measured, the device has no slider that could be read'];
  const figure = (mm: number) => `${mm.toFixed(1)} mm (${((mm / strokeMm) * 100).toFixed(1)} %)`;
  return [
    `Position error: mean ${figure(error.meanMm)}, 95 % within ${figure(error.p95Mm)}, worst ${figure(error.worstMm)}`,
    `Measured from ${error.readings} readings of the slider (/slider/state), each against the script at the middle of its round trip (± ${error.uncertainMs.toFixed(0)} ms); percent of the stroke of ${strokeMm.toFixed(0)} mm`,
  ];
}

/** A quantile of a sorted list that is not empty. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
