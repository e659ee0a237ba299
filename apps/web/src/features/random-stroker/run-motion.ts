import type { StrokeWindow } from '@tactus/motion';
import { HampPlayState } from '@tactus/protocol';
import type { Device, DeviceState } from '@tactus/sdk';
import { vibrationCallsOf } from '../../device/session/vibration-playback.ts';

/** What a run sets on a device: the speed of strokes and their window, or the strength of a vibration; shares 0..1. */
export interface RunMotion {
  /** The state that reports the motion. */
  readonly read: 'hamp.state' | 'hvp.state';
  start(): Promise<unknown>;
  /** Ends the motion for a rest. */
  pause(): Promise<unknown>;
  setSpeed(speed01: number): Promise<unknown>;
  /** Sets the window of the strokes; undefined for a vibration. */
  readonly setWindow: ((window: StrokeWindow) => Promise<unknown>) | undefined;
  /** The part of the state that changes with the motion. */
  reportOf(state: DeviceState): unknown;
  isPlaying(state: DeviceState): boolean;
  speed01(state: DeviceState): number;
}

/**
 * Whether the device can move inside a window of its own, beside the person's (from firmware 4.0.15). A device
 * that cannot gets random speeds over the whole stroke, for a run must not change the person's own window.
 */
export function canMoveInOwnWindow({ info }: Pick<DeviceState, 'info'>): boolean {
  const [major = 0, minor = 0, patch = 0] = (info?.fw_version ?? '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  return major !== 4 || minor > 0 || patch >= 15;
}

/** Alternating strokes. */
export const createStrokeMotion = (device: Device): RunMotion => ({
  read: 'hamp.state',
  start: () => device.hamp.start(),
  pause: () => device.hamp.stop(),
  setSpeed: (speed01) => device.hamp.setVelocity(speed01),
  setWindow: (window) => device.hamp.setStroke(window),
  reportOf: ({ hamp }) => hamp,
  isPlaying: ({ hamp }) => hamp.play_state === HampPlayState.PLAYING,
  speed01: ({ hamp }) => hamp.velocity,
});

/** A vibration, for a device without a slider. */
export function createVibrationMotion(device: Device): RunMotion {
  const vibration = vibrationCallsOf(device);
  return {
    read: 'hvp.state',
    start: () => vibration.set(0),
    pause: vibration.stop,
    setSpeed: vibration.set,
    setWindow: undefined,
    reportOf: ({ hvp }) => hvp,
    isPlaying: ({ hvp }) => hvp.enabled,
    speed01: ({ hvp }) => hvp.amplitude,
  };
}
