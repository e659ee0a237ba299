import type { Time, Undo } from '@tactus/time';
import { type DeviceError, toDeviceError } from '../errors.ts';

/** The kinds of commands to a playback. */
export type LaneCommand = 'play' | 'stop' | 'sync';

/** How a command ended: whether the device plays after it, or why nobody knows. */
export type LaneEnd = { readonly plays: boolean } | { readonly error: DeviceError };

/**
 * Commands to one playback, numbered. None waits for another: a stop must not. But requests may overtake each other on
 * their way, so where several were under way at once the lane asks for the newest wish to be confirmed when all of them
 * are answered. Answers of any but the newest command say nothing.
 */
export interface CommandLane {
  send(kind: LaneCommand, run: () => Promise<boolean>): void;
  /** Whether any command, or one of a kind, is on its way. */
  isBusy(kind?: LaneCommand): boolean;
  /** Whether the device may play because it was told to: neither has it answered a stop since, nor is it known to rest. */
  mayPlay(): boolean;
  /** The device stands by another's doing. */
  rests(): void;
  /** Nothing is told any more of what was sent. */
  close(): void;
}

/**
 * A command that is not answered by then does not keep the others from being confirmed, ms. Its answer counts all the same:
 * a stream leads the slider to its start first, which may take longer.
 */
const ANSWER_WITHIN_MS = 10_000;

/** Builds the lane. */
export function createCommandLane(parts: {
  readonly time: Time;
  /** Hears how the newest command ended. */
  readonly onEnd: (kind: LaneCommand, end: LaneEnd) => void;
  /** Commands may have changed places on their way, and the last of them is answered. */
  readonly onMixed: () => void;
}): CommandLane {
  const underway = new Map<number, { readonly kind: LaneCommand; readonly cancelTimer: Undo }>();
  let newest = 0;
  let mixed = false;
  let mayPlay = false;
  let isClosed = false;

  const isBusy = (kind?: LaneCommand) =>
    kind ? [...underway.values()].some((one) => one.kind === kind) : underway.size > 0;

  function settle(number: number): void {
    underway.get(number)?.cancelTimer();
    underway.delete(number);
  }

  function ended(number: number, kind: LaneCommand, end: LaneEnd): void {
    settle(number);
    if (isClosed) return;
    if (number === newest) {
      // A play that is still on its way may get there after the stop.
      if (kind === 'stop' && 'plays' in end && !end.plays && !isBusy('play')) mayPlay = false;
      parts.onEnd(kind, end);
    }
    if (!mixed || underway.size > 0) return;
    mixed = false;
    parts.onMixed();
  }

  return {
    send(kind, run) {
      newest += 1;
      const number = newest;
      if (kind === 'play') mayPlay = true;
      if (underway.size > 0) mixed = true;
      underway.set(number, { kind, cancelTimer: parts.time.after(ANSWER_WITHIN_MS, () => underway.delete(number)) });
      run().then(
        (plays) => ended(number, kind, { plays }),
        (thrown: unknown) => ended(number, kind, { error: toDeviceError(thrown) }),
      );
    },
    isBusy,
    mayPlay: () => mayPlay,
    rests() {
      mayPlay = false;
    },
    close() {
      isClosed = true;
      mayPlay = false;
      for (const number of [...underway.keys()]) settle(number);
    },
  };
}
