import type { StrokeWindow } from '@tactus/motion';
import {
  type DeviceMode,
  HampPlayState,
  type HampState,
  HdspState,
  type HspState,
  isHspPlaying,
} from '@tactus/protocol';
import { type Deed, rest } from './deed.ts';
import { enter, hampDeed, headingOf, moveStroke } from './deeds.ts';
import { type Model, modelState, withGoal } from './model.ts';

/** What the device told of itself, in an event or an answer. */
export type Report =
  | { readonly stroke: StrokeWindow }
  | { readonly hamp: HampState }
  | { readonly hsp: HspState }
  /** What the player holds, while nothing of ours is under way to it. */
  | { readonly buffer: Pick<HspState, 'points' | 'last_point_time'> }
  | { readonly hdsp: HdspState }
  | { readonly mode: DeviceMode };

/** What happened that the model does not know of, by what was told; `undefined`: nothing. */
export function deedOfReport(model: Model, report: Report, nowMs: number): Deed | undefined {
  if ('stroke' in report) return ofStroke(model, report.stroke);
  if ('hamp' in report) return ofHamp(model, report.hamp);
  if ('hsp' in report) return ofHsp(model, report.hsp);
  if ('buffer' in report) return ofBuffer(model, report.buffer);
  if ('hdsp' in report) return ofHdsp(model, report.hdsp, nowMs);
  return enter(report.mode);
}

function ofStroke({ stroke }: Model, { min, max }: StrokeWindow): Deed | undefined {
  return min === stroke?.min && max === stroke.max ? undefined : moveStroke({ min, max });
}

/** A person's buttons and other clients change the alternating motion too. */
function ofHamp({ hamp, goal }: Model, told: HampState): Deed | undefined {
  const playing = told.play_state === HampPlayState.PLAYING;
  const { velocity } = told;
  if (hamp.playing === playing && (!playing || hamp.velocity === velocity)) return undefined;
  if (!playing && goal.kind !== 'oscillate') return undefined;
  return hampDeed(() => ({ playing, velocity }), headingOf(told));
}

/** Of a stream that another client plays no points are known. */
function ofHsp({ goal, streamId, stream }: Model, told: HspState): Deed | undefined {
  if (!isHspPlaying(told)) return goal.kind === 'track' || goal.kind === 'unknown' ? rest : undefined;
  const isOurs = stream !== undefined && (streamId === undefined || streamId === told.stream_id);
  return (isOurs && goal.kind === 'track') || goal.kind === 'unknown' ? undefined : unknownMover;
}

/** Points that another client sent, or that a call of ours brought whose answer was lost, make the stream unknown. */
function ofBuffer({ stream, goal }: Model, told: Pick<HspState, 'points' | 'last_point_time'>): Deed | undefined {
  // A script that the cloud plays comes bit by bit.
  if (!stream || stream.capacity === Infinity) return undefined;
  const lastMs = stream.points.at(-1)?.t ?? 0;
  if (told.points === stream.points.length && told.last_point_time === lastMs) return undefined;
  return (now, surroundings, span) => {
    const unknown = { ...now, stream: undefined };
    return goal.kind === 'track' ? unknownMover(unknown, surroundings, span) : unknown;
  };
}

/** Of another client's direct move the target is not known. */
function ofHdsp(model: Model, told: HdspState, nowMs: number): Deed | undefined {
  const isGoing = model.goal.kind === 'go' && modelState(model, nowMs)?.speedMmS !== 0;
  if (told === HdspState.MOVING) return isGoing || model.goal.kind === 'unknown' ? undefined : unknownMover;
  if (told === HdspState.STOPPED) return model.goal.kind === 'go' ? rest : undefined;
  return model.goal.kind === 'unknown' ? rest : undefined;
}

/** Somebody else moves it, by what is not known here: readings alone tell where it is. */
const unknownMover: Deed = (model, { movement }, span) => withGoal(model, { kind: 'unknown' }, movement, span);
