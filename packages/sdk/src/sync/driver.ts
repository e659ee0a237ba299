import type { Time } from '@tactus/time';
import type { MediaPort } from './media-port.ts';
import type { SyncPlayback } from './playback.ts';
import type { SyncStateWriter } from './sync-state.ts';

/** What a driver works with. */
export interface DriverParts {
  readonly media: MediaPort;
  readonly playback: SyncPlayback;
  readonly time: Time;
  /** The cloud's time now, ms since the epoch. */
  readonly serverNow: () => number;
  readonly board: SyncStateWriter;
  /** Whether commands reach the device. */
  readonly canSend: () => boolean;
  /** The device has answered that it does not play, though it did and should. */
  readonly onSilentStop: () => void;
}

/** Why a driver leaves the device alone though the medium moves. */
export type DetachCause = 'device-out' | 'script-over';

/** Makes the device go with the medium, in one of the two ways. */
export interface SyncDriver {
  /** Whether the device is to move now. */
  wantsMotion(): boolean;
  /** Whether it has also answered that it does. */
  expectsMotion(): boolean;
  /** Whether the device may move because it was told to: a stop of it is wanted, or not answered yet. */
  mayMove(): boolean;
  /**
   * Sends nothing more: when the script is over until the medium begins to move from another place, else until it is
   * played anew or `join`. The device is left as it is, unless it may play: nobody has heard what became of it.
   */
  letGo(why: DetachCause, mayPlay?: boolean): void;
  /** The person wants the device to go with a medium that moves. */
  join(): void;
  /** The device can be reached again: stops it where that could not be said, and looks whether it still plays. */
  confirm(): void;
  close(): void;
}
