/** A span of absolute positions, mm, `minMm <= maxMm`. The slider stays inside it. */
export interface Zone {
  readonly minMm: number;
  readonly maxMm: number;
}

/** A window of fractions 0..1, `min <= max`, of the travel or of another window. */
export interface StrokeWindow {
  readonly min: number;
  readonly max: number;
}

/** Calibration of a model: absolute position = `offsetMm` + `lengthMm` x fraction of the travel. */
export interface TravelCalibration {
  readonly offsetMm: number;
  readonly lengthMm: number;
}

/** The window that changes nothing. */
export const FULL_WINDOW: StrokeWindow = { min: 0, max: 1 };

/** Lays a window inside another: slider stroke 0.5-1 with HAMP stroke 0.5-1 gives 0.75-1. */
export function composeWindows(outer: StrokeWindow, inner: StrokeWindow): StrokeWindow {
  const length = outer.max - outer.min;
  const min = clamp(outer.min + inner.min * length, outer.min, outer.max);
  return { min, max: clamp(outer.min + inner.max * length, min, outer.max) };
}

/** The zone in mm of a window of the whole travel. */
export function zoneOfWindow(travel: TravelCalibration, window: StrokeWindow): Zone {
  return {
    minMm: travel.offsetMm + travel.lengthMm * window.min,
    maxMm: travel.offsetMm + travel.lengthMm * window.max,
  };
}

/** The absolute position of a fraction of a zone: 0 its lower end, 1 its upper. Values outside 0..1 are clamped. */
export function zonePositionMm(zone: Zone, position01: number): number {
  return clampToZone(zone, zone.minMm + position01 * (zone.maxMm - zone.minMm));
}

/** The fraction of a zone at which a position lies; unclamped, as `/slider/state` reports it. */
export function fractionOfZone(zone: Zone, positionMm: number): number {
  const length = zone.maxMm - zone.minMm;
  return length > 0 ? (positionMm - zone.minMm) / length : 0;
}

/** The position inside the zone that is nearest to the one given. */
export function clampToZone(zone: Zone, positionMm: number): number {
  return clamp(positionMm, zone.minMm, zone.maxMm);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
