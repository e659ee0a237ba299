/** The value of a linear ramp after some time, whole per cent; at the end exactly the end value. */
export function rampedPercent(ramp: { from: number; to: number; elapsedMs: number; rampMs: number }): number {
  if (ramp.elapsedMs >= ramp.rampMs) return ramp.to;
  return Math.round(ramp.from + (ramp.to - ramp.from) * (ramp.elapsedMs / ramp.rampMs));
}
