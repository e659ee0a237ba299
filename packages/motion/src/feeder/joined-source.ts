import type { ScriptPoint } from '../scripts/script.ts';
import { countNotAfter } from '../track/leg-stream.ts';
import type { PointSource } from './point-source.ts';

/** The way from a place beside a course onto it. */
interface Joint {
  /** The place, and, unless it is on the course already, where the course is met. */
  readonly head: readonly ScriptPoint[];
  /** The point of the course that follows. */
  readonly next: number;
}

/**
 * The course of `base` for a slider that is somewhere else: it leaves `from` at its time and meets the course at the
 * earliest instant that a speed of `percentPerMs` allows, in the middle of a leg too; from there on it is the course itself.
 * Beyond the end of a course that is complete it goes to the last position. While a live course does not reach far enough
 * to be met, nothing but the place is known. Times come out as whole ms, positions as whole percent.
 */
export function joinedSource(base: PointSource, from: ScriptPoint, percentPerMs: number): PointSource {
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
      const inHead = countNotAfter(head, streamMs);
      if (inHead < head.length || next === Infinity) return inHead;
      return inHead + Math.max(0, base.countUntil(streamMs) - next);
    },
  };
}

/** Where the course is at a time: on the straight line between two points, else at the nearer end. */
export function courseAt(course: PointSource, streamMs: number): number | undefined {
  const index = course.countUntil(streamMs);
  const before = course.pointAt(index - 1);
  const after = course.pointAt(index);
  if (!before || !after) return (before ?? after)?.x;
  return lineAt(before, after, streamMs);
}

const lineAt = (from: ScriptPoint, to: ScriptPoint, atMs: number): number =>
  from.x + ((to.x - from.x) * (atMs - from.t)) / (to.t - from.t);

/** Undefined where the course is not known far enough. */
function jointOf(base: PointSource, from: ScriptPoint, percentPerMs: number): Joint | undefined {
  const first = base.countUntil(from.t);
  for (let index = first; index < base.length; index += 1) {
    const to = base.pointAt(index);
    if (!to) break;
    const before = base.pointAt(index - 1);
    // Before the first point there is no course yet: the slider goes there.
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

/** When a slider that leaves `from` can be on a leg at the earliest. */
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

/** So near is on the course: positions travel as whole percent. */
const NEAR_PERCENT = 0.5;
