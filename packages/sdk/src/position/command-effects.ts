import type { Heading } from '@tactus/motion';
import {
  type CallName,
  DeviceMode,
  type EffectOnMotion,
  endpointOf,
  type HampState,
  type InputOf,
  isStopCall,
  type ResultOf,
} from '@tactus/protocol';
import type { DirectMove, MotionGoal } from './goal.ts';
import { newKnownStream, withKnownPoints, withStreamLoop, withUserOffset } from './known-stream.ts';
import { type MotionModel, withGoal, withStroke } from './model.ts';
import { brakeEffect, type MotionEffect } from './motion-effect.ts';
import {
  pauseOnStarvingSettingEffect,
  playbackRateEffect,
  pointsAddEffect,
  scriptSetupEffect,
  streamEffect,
  streamPauseEffect,
  streamPlayEffect,
  streamResumeEffect,
  streamSetupEffect,
  streamStopEffect,
  streamSyncEffect,
} from './stream-effects.ts';

/** The input of a call and, once answered, its result. Names and shapes are the wire's. */
export interface CallWithResult {
  readonly call: CallName;
  readonly input: unknown;
  /** `undefined` until it is answered. */
  readonly result: unknown;
}

type Row<N extends CallName> = (made: {
  readonly input: InputOf<N>;
  readonly result: ResultOf<N> | undefined;
}) => MotionEffect;

/** The state of the alternating motion changed; it is planned again even if nothing differs. */
export function hampMotionEffect(
  change: (hamp: MotionModel['hamp']) => Partial<MotionModel['hamp']>,
  heading: Heading | undefined,
): MotionEffect {
  return (model, { movement }, span) => {
    const hamp = { ...model.hamp, ...change(model.hamp) };
    const { playing, velocity: velocity01, window } = hamp;
    const wasUp = model.goal.kind === 'oscillate' ? model.goal.heading : 'up';
    const goal = playing
      ? ({ kind: 'oscillate', velocity01, window, heading: heading ?? wasUp } as const)
      : ({ kind: 'rest' } as const);
    return withGoal({ ...model, hamp }, goal, movement, span);
  };
}

const hampRow =
  <N extends 'hamp.start' | 'hamp.stop' | 'hamp.velocity' | 'hamp.stroke'>(
    change: (hamp: MotionModel['hamp'], input: InputOf<N>) => Partial<MotionModel['hamp']>,
  ): Row<N> =>
  ({ input, result }) =>
    hampMotionEffect((hamp) => change(hamp, input), headingOfAnswer(result));

/** The direction that the answer reports. */
export const headingOfAnswer = (hamp: HampState | undefined): Heading | undefined =>
  hamp && (hamp.direction ? 'up' : 'down');

const moveRow =
  (isShare: boolean) =>
  ({ input: move }: { readonly input: DirectMove }): MotionEffect =>
    isHalt(move)
      ? brakeEffect
      : (model, { movement }, span) => {
          const hamp = { ...model.hamp, playing: false };
          return withGoal({ ...model, hamp }, { kind: 'go', move, isShare }, movement, span);
        };

/** Whether a direct move is a client's stop. */
const isHalt = ({ stop_on_target, t }: DirectMove): boolean => stop_on_target === true && t === 0;

const ending = (): MotionEffect => brakeEffect;

const MODES: Readonly<Record<MotionGoal['kind'], readonly DeviceMode[] | undefined>> = {
  rest: undefined,
  unknown: undefined,
  oscillate: [DeviceMode.HAMP],
  go: [DeviceMode.HDSP],
  track: [DeviceMode.HSP, DeviceMode.HSSP],
};

/** Entering the current mode changes nothing; any other mode ends the motion. */
export const effectOfModeChange =
  (mode: DeviceMode): MotionEffect =>
  (model, context, span) =>
    MODES[model.goal.kind]?.includes(mode) ? model : brakeEffect(model, context, span);

const rows: { readonly [N in CallName]?: Row<N> } = {
  'hamp.start': hampRow((hamp) => (hamp.playing ? {} : { playing: true, velocity: 0 })),
  'hamp.stop': hampRow(() => ({ playing: false })),
  'hamp.velocity': hampRow((_, { velocity }) => ({ velocity })),
  'hamp.stroke': hampRow((_, window) => ({ window })),
  'hdsp.xava': moveRow(false),
  'hdsp.xavp': moveRow(true),
  'hdsp.xpva': moveRow(false),
  'hdsp.xpvp': moveRow(true),
  'hdsp.xat': moveRow(false),
  'hdsp.xpt': moveRow(false),
  'hsp.setup': ({ result }) => streamSetupEffect(newKnownStream([], result?.max_points ?? Infinity), result),
  'hsp.flush': () => streamEffect((stream, atMs) => withKnownPoints(stream, [], true, atMs)),
  'hsp.add': ({ input }) => streamEffect(pointsAddEffect(input)),
  'hsp.play': streamPlayEffect,
  'hsp.stop': streamStopEffect,
  'hsp.pause': streamPauseEffect,
  'hsp.resume': ({ input }) => streamResumeEffect(input.pick_up),
  'hsp.synctime': streamSyncEffect,
  'hsp.loop': ({ input }) => streamEffect((stream, atMs) => withStreamLoop(stream, input.loop, atMs)),
  'hsp.playbackrate': ({ input }) => playbackRateEffect(input.playback_rate),
  'hsp.pauseOnStarving': ({ input }) => pauseOnStarvingSettingEffect(input.pause_on_starving),
  'hssp.setup': scriptSetupEffect,
  'hssp.play': streamPlayEffect,
  'hssp.stop': streamStopEffect,
  'hssp.pause': streamPauseEffect,
  'hssp.resume': ({ input }) => streamResumeEffect(input.pickUp),
  'hssp.synctime': streamSyncEffect,
  'stream.setup': scriptSetupEffect,
  'stream.play': streamPlayEffect,
  'stream.stop': streamStopEffect,
  'stream.synctime': streamSyncEffect,
  'hstp.setOffset': ({ input }) => streamEffect((stream, atMs) => withUserOffset(stream, input.offset, atMs)),
  'hvp.setState': ending,
  'hvp.start': ending,
  'info.setMode': ({ input }) => effectOfModeChange(input.mode),
  'info.setMode2': ({ input }) => effectOfModeChange(input.mode),
  'slider.setStroke': ({ input, result }) => strokeEffect(result ?? input),
};

/** Moves the ends of the stroke that the input has. */
export const strokeEffect =
  ({ min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }): MotionEffect =>
  (model, { movement }, span) => {
    const before = model.stroke ?? movement.strokeWindow;
    return withStroke(model, { min: min ?? before.min, max: max ?? before.max }, movement, span);
  };

/** The effect of a call on the movement; `undefined`: none. */
export function motionEffectOfCall({ call, input, result }: CallWithResult): MotionEffect | undefined {
  // Input and result were checked against the contract of this very call, which the compiler cannot follow.
  return (rows[call] as Row<CallName> | undefined)?.({ input: input as never, result: result as never });
}

/** Whether a call ends motion: the slider is not shown at rest before the device has answered. */
export function callEndsMotion({ call, input }: Pick<CallWithResult, 'call' | 'input'>): boolean {
  const { motion } = endpointOf(call);
  if (call === 'hsp.flush' || TAKES_MOTION_AWAY.has(motion) || isStopCall(call, input)) return true;
  return motion === 'starts' && call.startsWith('hvp.'); // the slider rests while the device vibrates
}

const TAKES_MOTION_AWAY: ReadonlySet<EffectOnMotion> = new Set(['prepares', 'pauses', 'ends']);
