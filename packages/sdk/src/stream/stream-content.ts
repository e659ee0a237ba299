import {
  columnsSource,
  columnsToPoints,
  type LoopedSource,
  linearPositionAt,
  liveSource,
  loopedSource,
  type PointSource,
  recordedSource,
  type ScriptColumns,
  type ScriptPoint,
  sourceWithLeadIn,
  thinPoints,
} from '@tactus/motion';
import { DeviceError } from '../errors.ts';
import type { RecordedPoints, StreamSource } from './point-stream-api.ts';

/** The content of a stream, and how its times relate to those of the stream in the device. */
export interface StreamContent {
  readonly isLive: boolean;
  /** Throws 'bad-input' for a source of the other kind. */
  requireSource(kind: 'live' | 'recorded'): void;
  /** The points as played: looped, thinned. Each change returns another source. */
  source(): PointSource;
  /** The time of the script at a time of the stream. */
  scriptMsAt(streamMs: number): number;
  /** The first and the last time of the script. */
  span(): { readonly firstMs: number; readonly lastMs: number };
  setLoop(loop: boolean): void;
  setMinGap(gapMs: number): void;
  /** Replaces the points from a time on. A leg over that time that is faster than allowed becomes a leg at that speed. */
  replaceFrom(fromMs: number, points: RecordedPoints, percentPerMs: number): void;
  push(points: readonly ScriptPoint[]): void;
  finish(): void;
}

const wrong = (text: string) => new DeviceError('bad-input', text);
const wrongTime = () => wrong('The times of points must be 0 or more and may not fall');
const wrongPosition = () => wrong('The positions of points must be between 0 and 100');

/** Points as they are sent: whole ms, whole percent. Throws 'bad-input' unless times rise and positions are 0..100. */
function checked(points: readonly ScriptPoint[], afterMs: number): ScriptPoint[] {
  let lastMs = afterMs;
  return points.map(({ t, x }) => {
    if (!(t >= lastMs && t < Infinity)) throw wrongTime();
    if (!(x >= 0 && x <= 100)) throw wrongPosition();
    lastMs = t;
    return { t: Math.round(t), x: Math.round(x) };
  });
}

/** Columns have whole numbers of 0 or more; a long script is checked quickly and not copied. */
function checkedColumns(columns: ScriptColumns): ScriptColumns {
  const { timesMs, positions } = columns;
  if (positions.length !== timesMs.length) throw wrong('The columns of points must be of one length');
  let lastMs = 0;
  for (let index = 0; index < timesMs.length; index++) {
    const timeMs = timesMs[index] ?? 0;
    if (timeMs < lastMs) throw wrongTime();
    if ((positions[index] ?? 0) > 100) throw wrongPosition();
    lastMs = timeMs;
  }
  return columns;
}

const checkedAll = (points: RecordedPoints): RecordedPoints =>
  'timesMs' in points ? checkedColumns(points) : checked(points, 0);
const listed = (points: RecordedPoints) => ('timesMs' in points ? columnsToPoints(points) : points);

function spanOf(points: RecordedPoints): { readonly firstMs: number; readonly lastMs: number } {
  if ('timesMs' in points) return { firstMs: points.timesMs[0] ?? 0, lastMs: points.timesMs.at(-1) ?? 0 };
  return { firstMs: points[0]?.t ?? 0, lastMs: points.at(-1)?.t ?? 0 };
}

function takesTime(points: RecordedPoints): boolean {
  const { firstMs, lastMs } = spanOf(points);
  return lastMs > firstMs;
}

/** Throws 'bad-input' for points that cannot be played. */
export function createStreamContent(streamSource: StreamSource, startsLooped: boolean): StreamContent {
  const isLive = 'live' in streamSource;
  let points: RecordedPoints = isLive ? [] : checkedAll(streamSource.points);
  let loop = false;
  let minGapMs = 0;
  const live = { points: [] as ScriptPoint[], ended: false };
  let made: { readonly source: PointSource; readonly looped: LoopedSource | undefined } | undefined;

  function make() {
    if (isLive) return { source: liveSource(live), looped: undefined };
    if ('timesMs' in points && !loop && minGapMs === 0) return { source: columnsSource(points), looped: undefined };
    const played = thinPoints(listed(points), minGapMs);
    const once = recordedSource(played);
    const looped = loop ? loopedSource(once) : undefined;
    return { source: looped ?? once, looped };
  }
  function current() {
    made ??= make();
    return made;
  }
  function requireSource(kind: 'live' | 'recorded'): void {
    if (isLive !== (kind === 'live')) throw wrong(`That needs a ${kind} source`);
  }

  function setLoop(wanted: boolean): void {
    if (wanted) requireSource('recorded');
    if (wanted && !takesTime(points)) throw wrong('A loop needs two points of different times');
    loop = wanted;
    made = undefined;
  }

  setLoop(startsLooped);
  return {
    isLive,
    requireSource,
    setLoop,
    source: () => current().source,
    scriptMsAt: (streamMs) => current().looped?.scriptMsAt(streamMs) ?? streamMs,
    span: () => spanOf(isLive ? live.points : points),
    setMinGap(gapMs) {
      minGapMs = gapMs;
      made = undefined;
    },
    replaceFrom(fromMs, added, percentPerMs) {
      requireSource('recorded');
      const next = fromMs <= 0 ? checkedAll(added) : editedFrom(fromMs, listed(points), listed(added), percentPerMs);
      if (loop && !takesTime(next)) throw wrong('A loop needs two points of different times');
      points = next;
      made = undefined;
    },
    push(added) {
      requireSource('live');
      if (live.ended) throw wrong('The live source is finished');
      // The last time is a rounded one.
      const afterMs = Math.max(0, (live.points.at(-1)?.t ?? 0) - 0.5);
      for (const point of checked(added, afterMs)) {
        const last = live.points.at(-1);
        if (!last || point.t - last.t >= minGapMs) live.points.push(point);
      }
    },
    finish() {
      requireSource('live');
      live.ended = true;
    },
  };
}

function editedFrom(
  fromMs: number,
  points: readonly ScriptPoint[],
  added: readonly ScriptPoint[],
  percentPerMs: number,
): readonly ScriptPoint[] {
  const before = points.filter(({ t }) => t < fromMs);
  return [...before, ...joinedAt(fromMs, before, checked(added, fromMs), percentPerMs)];
}

/** The points after an edit, joined from the position of the course before it. */
function joinedAt(
  fromMs: number,
  before: readonly ScriptPoint[],
  added: readonly ScriptPoint[],
  percentPerMs: number,
): readonly ScriptPoint[] {
  const [last, next] = [before.at(-1), added[0]];
  if (!last || !next || Math.abs(next.x - last.x) <= percentPerMs * (next.t - last.t)) return added;
  const t = Math.max(last.t, Math.round(fromMs));
  const from = { t, x: Math.round(linearPositionAt(recordedSource(before), t) ?? last.x) };
  const course = sourceWithLeadIn(recordedSource(added), from, percentPerMs);
  return Array.from({ length: course.length }, (_, index) => course.pointAt(index) ?? from);
}
