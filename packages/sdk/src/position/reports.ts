import type { StrokeWindow } from '@tactus/motion';
import {
  type DeviceMode,
  HampPlayState,
  type HampState,
  HdspState,
  type HspState,
  isHspPlaying,
} from '@tactus/protocol';
import { effectOfModeChange, hampMotionEffect, headingOfAnswer, strokeEffect } from './command-effects.ts';
import { type MotionModel, predictedSliderState, withGoal } from './model.ts';
import { brakeEffect, type MotionEffect } from './motion-effect.ts';

/** A device's report about itself, in an event or an answer. */
export type DeviceReport =
  | { readonly stroke: StrokeWindow }
  | { readonly hamp: HampState }
  | { readonly hsp: HspState }
  /** The content of the player, while no call of ours is pending. */
  | { readonly buffer: Pick<HspState, 'points' | 'last_point_time'> }
  | { readonly hdsp: HdspState }
  | { readonly mode: DeviceMode };

/** The effect of a reported change that the model does not contain; `undefined`: none. */
export function effectOfReport(model: MotionModel, report: DeviceReport, nowMs: number): MotionEffect | undefined {
  if ('stroke' in report) return ofStroke(model, report.stroke);
  if ('hamp' in report) return ofHamp(model, report.hamp);
  if ('hsp' in report) return ofHsp(model, report.hsp);
  if ('buffer' in report) return ofBuffer(model, report.buffer);
  if ('hdsp' in report) return ofHdsp(model, report.hdsp, nowMs);
  return effectOfModeChange(report.mode);
}

function ofStroke({ stroke }: MotionModel, { min, max }: StrokeWindow): MotionEffect | undefined {
  return min === stroke?.min && max === stroke.max ? undefined : strokeEffect({ min, max });
}

/** The device's buttons and other clients change the alternating motion too. */
function ofHamp({ hamp, goal }: MotionModel, reported: HampState): MotionEffect | undefined {
  const playing = reported.play_state === HampPlayState.PLAYING;
  const { velocity } = reported;
  if (hamp.playing === playing && (!playing || hamp.velocity === velocity)) return undefined;
  if (!playing && goal.kind !== 'oscillate') return undefined;
  return hampMotionEffect(() => ({ playing, velocity }), headingOfAnswer(reported));
}

/** The points of a stream that another client plays are unknown. */
function ofHsp({ goal, streamId, stream }: MotionModel, reported: HspState): MotionEffect | undefined {
  if (!isHspPlaying(reported)) return goal.kind === 'track' || goal.kind === 'unknown' ? brakeEffect : undefined;
  const isOurs = stream !== undefined && (streamId === undefined || streamId === reported.stream_id);
  return (isOurs && goal.kind === 'track') || goal.kind === 'unknown' ? undefined : unknownMover;
}

/** Points of another client, of a call without an answer, or of calls that overtook each other are unknown until a flush. */
function ofBuffer(
  { stream, goal }: MotionModel,
  reported: Pick<HspState, 'points' | 'last_point_time'>,
): MotionEffect | undefined {
  // The cloud sends a script that it plays in parts.
  if (!stream || stream.hasOtherPoints || stream.capacity === Infinity) return undefined;
  const lastMs = stream.points.at(-1)?.t ?? 0;
  if (reported.points === stream.points.length && reported.last_point_time === lastMs) return undefined;
  return (now, context, span) => {
    const unknown = { ...now, stream: { ...stream, hasOtherPoints: true } };
    return goal.kind === 'track' ? unknownMover(unknown, context, span) : unknown;
  };
}

/** The target of another client's direct move is unknown. */
function ofHdsp(model: MotionModel, reported: HdspState, nowMs: number): MotionEffect | undefined {
  const isGoing = model.goal.kind === 'go' && predictedSliderState(model, nowMs)?.speedMmS !== 0;
  if (reported === HdspState.MOVING) return isGoing || model.goal.kind === 'unknown' ? undefined : unknownMover;
  if (reported === HdspState.STOPPED) return model.goal.kind === 'go' ? brakeEffect : undefined;
  return model.goal.kind === 'unknown' ? brakeEffect : undefined;
}

/** Another client moves the slider by unknown commands: only readings show its position. */
const unknownMover: MotionEffect = (model, { movement }, span) => withGoal(model, { kind: 'unknown' }, movement, span);
