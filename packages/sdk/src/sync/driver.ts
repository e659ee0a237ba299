import type { Time } from '@tactus/time';
import type { MediaPort } from './media-port.ts';
import type { SyncPlayback } from './playback.ts';
import type { SyncStateWriter } from './sync-state.ts';

/** The parts of a driver. */
export interface SyncDriverParts {
  readonly media: MediaPort;
  readonly playback: SyncPlayback;
  readonly time: Time;
  /** The cloud's time now, ms since the epoch. */
  readonly serverNow: () => number;
  /** How wrong that time may be by the jitter of the network, ms. */
  readonly clockJitterMs: () => number;
  readonly board: SyncStateWriter;
  /** Whether commands reach the device. */
  readonly canSend: () => boolean;
  /** The device has answered that it does not play, though it should. */
  readonly onSilentStop: () => void;
}

/** Why a driver leaves the device alone though the medium moves. */
export type DetachCause = 'device-out' | 'script-over';

/** Makes the device follow the medium, in one of the two modes. */
export interface SyncDriver {
  /** Whether the device is to move now. */
  wantsMotion(): boolean;
  /** Whether the device has also answered that it moves. */
  expectsMotion(): boolean;
  /** Whether the device may move by a command: a stop is due, or not answered yet. */
  mayMove(): boolean;
  /**
   * Sends nothing more: when the script is over until the medium begins to move from another place, else until the next
   * play or `join`. The device is left as it is, unless it may play by a command of unknown outcome.
   */
  letGo(why: DetachCause, mayPlay?: boolean): void;
  /** The user makes the device join a moving medium. */
  join(): void;
  /** The device can be reached again: sends an unsent stop, and checks whether it still plays, or plays a halted playback anew. */
  confirm(): void;
  close(): void;
}
