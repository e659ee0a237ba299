import { type PointSource, type StreamClock, streamMsAt } from '@tactus/motion';
import { DeviceRefusal, errorKinds, HspPlayState, type HspState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';

/** A play that was sent to the device. */
export interface StartedPlay {
  readonly source: PointSource;
  /** Whether the device itself loops its buffer. */
  readonly loop: boolean;
  /** The clock of the playback; undefined: nothing plays. */
  readonly clock: StreamClock | undefined;
}

interface Options {
  readonly time: Time;
  /** What there is before the first play. */
  readonly source: PointSource;
  /** Reads the device's player. */
  readonly read: () => Promise<HspState>;
  /** Whether the device cannot be read now, or is not to be read any more. */
  readonly isGone: () => boolean;
  /** Receives a state that the device has reported after its answers to all plays. */
  readonly onState: (state: HspState) => void;
}

/** The plays of a playback: which of them the device carries out, also where it refused or did not answer some. */
export interface StartedPlays {
  /** The play that the device carried out last, as far as is known. */
  present(): StartedPlay;
  /** Whether a play is not answered yet: events before the answer belong to the time before the play. */
  isPending(): boolean;
  /** Waits for the answer to a play, which it returns; `clock` is that of the device before this play. */
  watch(play: StartedPlay, clock: StreamClock | undefined, answer: Promise<HspState>): Promise<HspState>;
  /** Reads the device until it answers; where a play is pending, after its answer. */
  requestReading(): void;
  /** After a failed play, the play that a later state of the device shows, whose clock this is; else undefined. */
  settle(state: HspState, clock: StreamClock): StartedPlay | undefined;
  /** Reads the device no more, until asked to or a play is answered. */
  cancelReading(): void;
  /** Reads the device after a while, if that was requested or a play has failed. */
  readLater(): void;
}

/** How long to wait before a device that did not answer is read again. */
const READ_AGAIN_MS = 1_000;

/** Only the device knows what it plays after a failed play, and whether one has ended: it is read until it answers. */
export function createStartedPlays({ time, source, read, isGone, onState }: Options): StartedPlays {
  /** The play that was carried out last, and those since then that were not answered. */
  let possible: readonly [StartedPlay, ...StartedPlay[]] = [{ source, loop: false, clock: undefined }];
  let pending = 0;
  let hasFailed = false;
  let mustRead = false;
  let readings = 0;
  let cancelTimer: Undo = () => undefined;

  function cancelReading(): void {
    readings += 1;
    cancelTimer();
  }

  function readPlayer(): void {
    cancelReading();
    if (isGone()) return;
    const reading = readings;
    read().then(
      (state) => {
        if (reading === readings && pending === 0) onState(state);
      },
      () => reading === readings && readLater(),
    );
  }

  function readLater(): void {
    cancelReading();
    if (mustRead && !isGone()) cancelTimer = time.after(READ_AGAIN_MS, readPlayer);
  }

  return {
    present: () => possible[0],
    isPending: () => pending > 0,
    cancelReading,
    readLater,
    async watch(play, clock, answer) {
      if (pending === 0 && !hasFailed) possible = [{ ...possible[0], clock }];
      pending += 1;
      try {
        const state = await answer;
        possible = [play];
        return state;
      } catch (error) {
        if (!isRefusal(error)) possible = [...possible, play];
        [hasFailed, mustRead] = [true, true];
        throw error;
      } finally {
        pending -= 1;
        if (pending === 0 && mustRead) readPlayer();
      }
    },
    requestReading() {
      mustRead = true;
      if (pending === 0) readPlayer();
    },
    settle(state, clock) {
      if (pending > 0) return undefined;
      mustRead = false;
      if (!hasFailed) return undefined;
      hasFailed = false;
      possible = [playShownBy(state, clock, possible)];
      return possible[0];
    },
  };
}

/** Whether an error proves that the device has not carried the request out. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DeviceRefusal && error.kind.code !== errorKinds.deviceTimeout.code;

/** The play whose time is nearest to that of the device. */
function playShownBy(
  { play_state, loop }: HspState,
  now: StreamClock,
  [first, ...others]: readonly [StartedPlay, ...StartedPlay[]],
): StartedPlay {
  if (play_state === HspPlayState.STOPPED) return first;
  const distanceMs = (play: StartedPlay) =>
    play.clock && play.loop === loop
      ? Math.abs(Math.max(play.clock.streamMs, streamMsAt(play.clock, now.atMs)) - now.streamMs)
      : Infinity;
  return others.reduce((nearest, play) => (distanceMs(play) <= distanceMs(nearest) ? play : nearest), first);
}
