import type { DeviceEvent, HspState, ParsedInputOf } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { EventLoopTurns } from '../../rate-limit/event-loop-turns.ts';
import type { PlaybackContent } from './playback-content.ts';
import type { PointPlayer, PointPlayOptions } from './point-player.ts';

/** What a playback is made of. */
export interface PlaybackOptions {
  readonly content: PlaybackContent;
  /** The state of the device, which has just set the stream up. */
  readonly empty: HspState;
  /** Whether clients receive the point player's events of this playback. */
  readonly notify: boolean;
  readonly player: PointPlayer;
  readonly time: Time;
  readonly turns: EventLoopTurns;
  /** Sends clients events that the cloud knows of and the device does not. */
  readonly publish: (event: DeviceEvent) => void;
  /** Called when the device plays other content. */
  readonly onLost: () => void;
}

/** The streaming of one content to one device: fills the device's buffer, handles its events, knows the end. */
export interface CloudPlayback {
  /** Sends the first points; resolves with the state that includes them. */
  start(): Promise<HspState>;
  /**
   * Sends nothing while a call that may replace the points has no answer. The returned function goes on after a failure;
   * `isRefused`: the device has not carried the call out.
   */
  hold(): (isRefused: boolean) => void;
  /** Resolves once a reconnected device has reported its buffer. */
  returned(): Promise<void>;
  /** Starts playback; the requests have been sent when it returns. */
  play(options: PointPlayOptions, timeoutMs: number): Promise<HspState>;
  /** A state of the device's player as clients receive it: in a loop, times of the script instead of the endless stream. */
  toClient(state: HspState): HspState;
  /** A correction of the clock as the device receives it: in a loop, a time of the endless stream instead of the script. */
  toDevice(sync: ParsedInputOf<'hsp.synctime'>): ParsedInputOf<'hsp.synctime'>;
  /** Takes the state in the answer of a point player's call. */
  observe(state: HspState): void;
  /** The event as clients receive it; undefined: nothing is sent. */
  filterEvent(event: DeviceEvent): DeviceEvent | undefined;
  /** Stops sending; the device plays the rest of its buffer. */
  release(): void;
}
