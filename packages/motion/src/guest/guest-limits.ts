import type { GuestMode } from '@tactus/protocol';
import { windowWithinStroke } from '../limiter/window-within-stroke.ts';
import type { ModelMovement } from '../model-movement.ts';
import type { StrokeWindow } from '../zone.ts';

/** An owner's limits for a guest (docs/sharing.md). */
export interface GuestLimits {
  readonly allow: readonly GuestMode[];
  /** No movement is faster than this share of the model's top speed, nor slower than the slowest that the model can. */
  readonly speed: number;
  /** No position is outside this share of the whole travel, nor outside the stroke window that the owner has set. */
  readonly stroke: StrokeWindow;
  /** No vibration is stronger, 0..1. */
  readonly intensity: number;
}

/** The device at the time of a guest's call. */
export interface DeviceAtGuestCall {
  readonly movement: ModelMovement;
  /** The stroke window that is set. */
  readonly stroke: StrokeWindow;
  /** Where the slider is, absolute mm. */
  readonly positionMm: number;
  /** How fast it goes, mm/s; positive is up. */
  readonly speedMmS: number;
  /** The server's clock, ms since the epoch. */
  readonly nowMs: number;
  /** How long a command takes to reach the device, ms: a stream starts that much later, so that it begins in its place. */
  readonly leadMs: number;
  /** The owner's time offset of streams, ms. */
  readonly offsetMs: number;
  /** The device's capacity in points. */
  readonly maxPoints: number;
}

/** Whether speeds are limited at all: without a limit a slider may go to its place at its top speed. */
export const hasSpeedLimit = ({ speed }: GuestLimits): boolean => speed < 1;

/** The highest speed at which a guest may move the slider, mm/s. */
export function guestTopSpeedMmS(
  { movement: { speed } }: Pick<DeviceAtGuestCall, 'movement'>,
  limits: GuestLimits,
): number {
  return Math.min(Math.max(limits.speed * speed.maxMmS, speed.minMmS), speed.maxMmS);
}

/** The allowed part of the owner's stroke window, as a window of the whole travel; a point where the two do not overlap. */
export function allowedWindowOfTravel(
  { stroke }: Pick<DeviceAtGuestCall, 'stroke'>,
  limits: GuestLimits,
): StrokeWindow {
  const within = (share: number) => Math.min(Math.max(share, stroke.min), stroke.max);
  return { min: within(limits.stroke.min), max: within(limits.stroke.max) };
}

/** The same as a window of the stroke window. */
export const allowedWindowOfStroke = (
  { stroke }: Pick<DeviceAtGuestCall, 'stroke'>,
  limits: GuestLimits,
): StrokeWindow => windowWithinStroke(stroke, limits.stroke);
