import type { ScriptPoint } from '@tactus/motion';
import { readField } from '../../http/body-field.ts';
import { badRequest } from '../../http/http-errors.ts';

/** Points in one request. */
const POINTS_PER_CALL_MAX = 1_000;

/**
 * The points of a request, in rising order of time; undefined for a body without the field. Throws a 400 that
 * names the fault and the point.
 */
export function readStreamPoints(body: unknown): readonly ScriptPoint[] | undefined {
  const raw = readField(body, 'points');
  if (raw === undefined) return undefined;
  if (!Array.isArray(raw) || raw.length > POINTS_PER_CALL_MAX)
    throw badRequest(`points must be a list of at most ${POINTS_PER_CALL_MAX} points`);
  const points = raw.map(readPoint);
  points.forEach(({ t }, index) => {
    const before = points[index - 1];
    if (before && t <= before.t)
      throw badRequest(`points[${index}].t must be later than the ${before.t} ms of the point before it`);
  });
  return points;
}

function readPoint(raw: unknown, index: number): ScriptPoint {
  const t = readField(raw, 't');
  const x = readField(raw, 'x');
  if (!isWhole(t) || t < 0) throw badRequest(`points[${index}].t must be a whole number of ms, 0 or more`);
  if (!isWhole(x) || x < 0 || x > 100) throw badRequest(`points[${index}].x must be a whole number from 0 to 100`);
  return { t, x };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
