import { parseScript, type ScriptPoint } from '@tactus/motion';

/** A drawn curve: the number of its positions, and the time between them. */
export const CURVE_STEP_MS = 250;
/** The number of positions of a drawn curve. */
export const CURVE_POINT_COUNT = 41;

/** Positions of a curve, whole per cent, from its start. */
export type Curve = readonly number[];

/** The initial curve: two strokes a second would be too fast to draw, one every two seconds is not. */
export const INITIAL_CURVE: Curve = Array.from({ length: CURVE_POINT_COUNT }, (_, place) =>
  Math.round(50 - 40 * Math.cos((place / 8) * 2 * Math.PI)),
);

/** The curve with one position set; positions between it and the one set just before lie on a line. */
export function withDrawnPosition(
  curve: Curve,
  from: number | undefined,
  to: { place: number; percent: number },
): Curve {
  const start = from ?? to.place;
  const startPercent = curve[start] ?? to.percent;
  const [first, last] = start < to.place ? [start, to.place] : [to.place, start];
  return curve.map((percent, place) => {
    if (place < first || place > last) return percent;
    const share = start === to.place ? 1 : (place - start) / (to.place - start);
    return Math.round(startPercent + (to.percent - startPercent) * share);
  });
}

/** The points of a curve. */
export const curvePoints = (curve: Curve): ScriptPoint[] =>
  curve.map((percent, place) => ({ t: place * CURVE_STEP_MS, x: percent }));

/** Reads the file of a script. The media type of a CSV differs between systems, so the text decides. Throws `ScriptError`. */
export async function readScriptFilePoints(file: File): Promise<readonly ScriptPoint[]> {
  return parseScript(await file.text()).points;
}
