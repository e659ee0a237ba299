import { fractionOfZone } from '@tactus/motion';
import type { SliderState, SliderStroke } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { SendCommand } from '../client/command.ts';
import { DeviceError } from '../errors.ts';

/** The parts of a lead-in. */
export interface PlaybackLeadInParts {
  readonly time: Time;
  /** Reads the slider. */
  readonly read: () => Promise<SliderState>;
  /** Moves the slider to a share of the stroke within a time, ms. */
  readonly move: (share: number, durationMs: number) => Promise<unknown>;
  /**
   * Reads the stroke window. It is always read: the stored one of an earlier session may differ, and a device that has
   * just connected has not reported its own yet.
   */
  readonly readStroke: () => Promise<SliderStroke>;
  /** Where a move to a share of the stroke ends under the user's limits, which turn it round and hold it in a part; 0..1. */
  readonly limitedShare: (share: number) => number;
  /** The user's speed limit, mm/s. */
  readonly maxSpeedMmS: () => number;
  /** Whether the user has stopped the device since the lead-in began. */
  readonly isStopped: () => boolean;
}

/** A lead-in by the calls of a device; as `moveToPlaybackStart` else. */
export type PlaybackLeadIn = (
  command: SendCommand,
  parts: Omit<PlaybackLeadInParts, 'read' | 'move' | 'readStroke'>,
  share: number,
  options?: LeadInOptions,
) => Promise<void>;

/** Moves the slider of a device. */
export const leadIn: PlaybackLeadIn = (command, parts, share, options) =>
  moveToPlaybackStart(
    {
      ...parts,
      read: () => command('slider.state', {}),
      move: (xp, t) => command('hdsp.xpt', { xp, t, stop_on_target: true }),
      readStroke: () => command('slider.stroke', {}),
    },
    share,
    options,
  );

/** The options of a lead-in. */
export interface LeadInOptions {
  /** No faster than this, mm/s; default `LEAD_IN_SPEED_MM_S`. The user's own limit applies in any case. */
  readonly speedMmS?: number;
  /** Aborting it ends the procedure with 'Request aborted'; a move that has been sent is not stopped. */
  readonly signal?: AbortSignal;
}

/** The speed at which the slider moves to the start of a playback: slow enough not to surprise anyone. */
export const LEAD_IN_SPEED_MM_S = 80;

/** The slider is at its target within this distance. */
const NEAR_MM = 3;
const SHORTEST_MOVE_MS = 200;
const POLL_EVERY_MS = 150;
const POLLS_MAX = 20;

/**
 * Moves the slider to the start of a playback: reads the stroke and the position, moves there at a bounded speed, and
 * checks the arrival. `share` is of the stroke, 0..1, before the user's limits, as in a script. Rejects with 'aborted' when the user stops the device meanwhile,
 * with 'refused' when the slider does not arrive, and with the error of any failed call.
 */
async function moveToPlaybackStart(
  parts: PlaybackLeadInParts,
  share: number,
  options: LeadInOptions = {},
): Promise<void> {
  const { time, read, readStroke, move } = parts;
  const { speedMmS = LEAD_IN_SPEED_MM_S, signal } = options;
  const goOn = () => {
    if (parts.isStopped()) throw new DeviceError('aborted', 'Stopped');
    if (signal?.aborted) throw new DeviceError('aborted', 'Request aborted', { cause: signal.reason });
  };
  const [{ min_absolute: minMm, max_absolute: maxMm }, before] = await Promise.all([readStroke(), read()]);
  goOn();
  const zone = { minMm, maxMm };
  const target = parts.limitedShare(share);
  const distanceOf = ({ position_absolute }: SliderState) =>
    Math.abs(fractionOfZone(zone, position_absolute) - target) * (maxMm - minMm);
  const isThere = (slider: SliderState) => slider.speed_absolute === 0 && distanceOf(slider) <= NEAR_MM;

  if (isThere(before)) return;
  const distanceMm = distanceOf(before);
  const durationMs = Math.max(SHORTEST_MOVE_MS, (distanceMm / Math.min(speedMmS, parts.maxSpeedMmS())) * 1_000);
  await move(share, Math.ceil(durationMs));
  goOn();
  await time.sleep(durationMs, signal).catch(goOn);
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    goOn();
    if (isThere(await read())) {
      goOn();
      return;
    }
    await time.sleep(POLL_EVERY_MS, signal).catch(goOn);
  }
  throw new DeviceError('refused', 'The slider did not get to the start');
}
