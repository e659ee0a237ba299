import type { ScriptPoint } from '../scripts/script.ts';
import { countPointsUntil } from '../track/leg-stream.ts';
import type { PointSource } from './point-source.ts';

/** The path from a place beside a course onto it. */
interface Joint {
  /** The start of the path, and, unless it is on the course already, the point where it meets the course. */
  readonly head: readonly ScriptPoint[];
  /** The index of the next point of the course. */
  readonly next: number;
}

/**
 * The course of `base` for a slider that is elsewhere: it leaves `from` at its time and meets the course as early as a
 * speed of `percentPerMs` allows, also in the middle of a leg; from there on it is the course itself. After the end of
 * a complete course it leads to the last position. While a live course is too short to be met, only the start is known.
 * Times are whole ms, positions whole percent.
 */
export function sourceWithLeadIn(base: PointSource, from: ScriptPoint, percentPerMs: number): PointSource {
  let joint: Joint | undefined;
  const found = (): Joint => {
    joint ??= jointOf(base, from, percentPerMs);
    return joint ?? { head: [from], next: Infinity };
  };
  const known = ({ head, next }: Joint) => (next === Infinity ? head.length : head.length + base.length - next);
  return {
    get length() {
      return known(found());
    },
    get complete() {
      return found().next !== Infinity && base.complete;
    },
    pointAt(index) {
      const { head, next } = found();
      return head[index] ?? (next === Infinity ? undefined : base.pointAt(index - head.length + next));
    },
    countUntil(streamMs) {
      const { head, next } = found();
      const inHead = countPointsUntil(head, streamMs);
      if (inHead < head.length || next === Infinity) return inHead;
      return inHead + Math.max(0, base.countUntil(streamMs) - next);
    },
  };
}

/** The position of the course at a time: on the line between two points, else at the nearer end. */
export function linearPositionAt(course: PointSource, streamMs: number): number | undefined {
  const index = course.countUntil(streamMs);
  const before = course.pointAt(index - 1);
  const after = course.pointAt(index);
  if (!before || !after) return (before ?? after)?.x;
  return lineAt(before, after, streamMs);
}

const lineAt = (from: ScriptPoint, to: ScriptPoint, atMs: number): number =>
  from.x + ((to.x - from.x) * (atMs - from.t)) / (to.t - from.t);

/** Undefined where too little of the course is known. */
function jointOf(base: PointSource, from: ScriptPoint, percentPerMs: number): Joint | undefined {
  const first = base.countUntil(from.t);
  for (let index = first; index < base.length; index += 1) {
    const to = base.pointAt(index);
    if (!to) break;
    const before = base.pointAt(index - 1);
    // Before the first point the course has no line: the slider goes to that point.
    if (!before && isInReach(to, from, percentPerMs)) return { head: [from], next: index };
    if (!before) continue;
    const atMs = meetingMs(before, to, from, percentPerMs);
    if (atMs === undefined) continue;
    const t = Math.ceil(atMs);
    if (t >= to.t) return { head: [from], next: index };
    const meeting = { t, x: Math.round(lineAt(before, to, t)) };
    return { head: t <= from.t ? [meeting] : [from, meeting], next: index };
  }
  if (!base.complete) return undefined;
  const last = base.pointAt(base.length - 1);
  if (!last) return { head: [from], next: base.length };
  const t = Math.ceil(Math.max(from.t, last.t) + Math.abs(last.x - from.x) / percentPerMs);
  return { head: t > from.t ? [from, { t, x: last.x }] : [{ t, x: last.x }], next: base.length };
}

/** The earliest time at which a slider that leaves `from` can be on a leg. */
function meetingMs(legFrom: ScriptPoint, to: ScriptPoint, from: ScriptPoint, percentPerMs: number): number | undefined {
  const startMs = Math.max(legFrom.t, from.t);
  if (to.t <= legFrom.t) return isInReach(to, from, percentPerMs) ? to.t : undefined;
  const startX = lineAt(legFrom, to, startMs);
  if (isInReach({ t: startMs, x: startX }, from, percentPerMs)) return startMs;
  const towards = Math.sign(startX - from.x);
  const legSpeed = (to.x - legFrom.x) / (to.t - legFrom.t);
  const closing = percentPerMs - towards * legSpeed;
  if (closing <= 0) return undefined;
  const gap = towards * (startX - from.x) - percentPerMs * (startMs - from.t);
  const atMs = startMs + gap / closing;
  return atMs <= to.t ? atMs : undefined;
}

const isInReach = ({ t, x }: ScriptPoint, from: ScriptPoint, percentPerMs: number): boolean =>
  Math.abs(x - from.x) <= percentPerMs * (t - from.t) + NEAR_PERCENT;

/** A slider this near to the course is on it: positions travel as whole percent. */
const NEAR_PERCENT = 0.5;
