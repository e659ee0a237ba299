import {
  type DeviceBackend,
  type DeviceCallName,
  type DeviceEvent,
  DeviceRefusal,
  errorKinds,
  type HspState,
} from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { DeviceCaller } from '../../devices/device-caller.ts';
import type { EventLoopTurns } from '../../rate-limit/event-loop-turns.ts';
import type { CloudPlayback } from './cloud-playback.ts';
import { createPlayback } from './playback.ts';
import type { PlaybackContent } from './playback-content.ts';
import { createPointPlayer } from './point-player.ts';
import { isRefusal } from './started-plays.ts';

/** Options of a playback. */
export interface PlaybackSetup {
  readonly device: DeviceBackend;
  readonly notify: boolean;
  readonly timeoutMs: number;
  /** Loads the content; may take time. */
  readonly load: () => Promise<PlaybackContent>;
  /** Whether the device still has a link to this cloud, connected or not. */
  readonly isLinked: () => boolean;
}

/** The playbacks that this cloud streams to devices, at most one for each: scripts by URL, and the cloud's own streams. */
export interface PlaybackManager {
  /**
   * Replaces the present playback once the content is loaded and the device has set it up. Rejects with the errors of `load`
   * and of the device, and with 100023 when another setup came in between; then what plays goes on to its end.
   */
  setUp(setup: PlaybackSetup): Promise<HspState>;
  /** The playback of a device, once it can be played. Rejects with 4000 when none is set up. */
  playbackOf(device: DeviceBackend): Promise<CloudPlayback>;
  /** The playback of a device, if there is one by now. */
  find(connectionKey: string): CloudPlayback | undefined;
  /** A client itself has made a call of the point player: one that replaces the points ends the playback once the device has carried it out. */
  onClientCall(connectionKey: string, name: DeviceCallName, answer: Promise<unknown>): void;
  /** The device has answered such a call. */
  afterClientCall(connectionKey: string, name: DeviceCallName, result: unknown): void;
  /** The event as clients receive it; undefined: nothing is sent. */
  filterEvent(connectionKey: string, event: DeviceEvent): DeviceEvent | undefined;
  close(): void;
}

interface Options {
  readonly caller: DeviceCaller;
  readonly time: Time;
  /**
   * Splits work into turns of the event loop: each setup and each request that fills the buffer takes ms where the device
   * is a virtual one.
   */
  readonly turns: EventLoopTurns;
  readonly publish: (connectionKey: string, event: DeviceEvent) => void;
}

interface SetUpPlayback {
  readonly playback: CloudPlayback;
  /** The state of the device with the first points. */
  readonly state: HspState;
}

interface Place {
  readonly isLinked: () => boolean;
  /** What a play plays; undefined after a failed setup. */
  ready: Promise<CloudPlayback> | undefined;
  /** What the device is fed with: until it has set up other content, what it played before. */
  playback: CloudPlayback | undefined;
}

const REPLACES_POINTS: ReadonlySet<DeviceCallName> = new Set(['hsp.setup', 'hsp.flush', 'hsp.add', 'hsp.play']);

/** Returns a manager without playbacks; `publish` sends clients events that only the cloud knows. */
export function createPlaybackManager({ caller, time, turns, publish }: Options): PlaybackManager {
  const places = new Map<string, Place>();

  function releasePlayback(connectionKey: string, playback: CloudPlayback | undefined): void {
    playback?.release();
    dropPlayback(connectionKey, playback);
  }

  function dropPlayback(connectionKey: string, playback: CloudPlayback | undefined): void {
    const place = places.get(connectionKey);
    if (place && place.playback === playback) place.playback = undefined;
  }

  function release(connectionKey: string): void {
    releasePlayback(connectionKey, places.get(connectionKey)?.playback);
    places.delete(connectionKey);
  }

  /** Drops the content of devices that were removed, which may be large. */
  function releaseGone(): void {
    for (const [connectionKey, { isLinked }] of [...places]) if (!isLinked()) release(connectionKey);
  }

  /** Loads the content, and takes the device over from the playback before once the device has set the stream up. */
  async function begin({ device, notify, timeoutMs, load }: PlaybackSetup, place: Place): Promise<SetUpPlayback> {
    const { connectionKey } = device;
    const requireCurrent = () => {
      if (places.get(connectionKey) === place) return;
      throw new DeviceRefusal({ ...errorKinds.genericFail, message: 'Another setup came in between' });
    };
    const content = await load();
    await turns.next();
    requireCurrent();
    const player = createPointPlayer(caller, device, timeoutMs);
    const goOn = place.playback?.hold();
    const empty = await player.setup().catch((error: unknown) => {
      goOn?.(isRefusal(error));
      throw error;
    });
    releasePlayback(connectionKey, places.get(connectionKey)?.playback);
    requireCurrent();
    const playback = createPlayback({
      content,
      empty,
      notify,
      time,
      turns,
      player,
      publish: (event) => publish(connectionKey, event),
      onLost: () => {
        dropPlayback(connectionKey, playback);
        if (places.get(connectionKey) === place) places.delete(connectionKey);
      },
    });
    place.playback = playback;
    const state = await playback.start();
    requireCurrent();
    return { playback, state };
  }

  return {
    async setUp(setup) {
      const { connectionKey } = setup.device;
      // No event reports a device that is removed while it is offline.
      releaseGone();
      const before = places.get(connectionKey)?.playback;
      const place: Place = { isLinked: setup.isLinked, playback: before, ready: undefined };
      places.set(connectionKey, place);
      const begun = Promise.resolve().then(() => begin(setup, place));
      place.ready = begun.then(({ playback }) => playback);
      place.ready.catch(() => undefined); // rejects for plays that wait; the caller of the setup gets the error below
      try {
        return (await begun).state;
      } catch (error) {
        place.ready = undefined;
        const isReplaced = place.playback === undefined || place.playback !== before;
        if (isReplaced && places.get(connectionKey) === place) release(connectionKey);
        throw error;
      }
    },
    async playbackOf({ connectionKey }) {
      const place = places.get(connectionKey);
      if (!place?.ready) throw new DeviceRefusal(errorKinds.scriptNotSet);
      const playback = await place.ready;
      await playback.returned();
      return playback;
    },
    find: (connectionKey) => places.get(connectionKey)?.playback,
    onClientCall(connectionKey, name, answer) {
      const place = places.get(connectionKey);
      if (!place || !REPLACES_POINTS.has(name)) return;
      const goOn = place.playback?.hold();
      answer.then(
        () => {
          releasePlayback(connectionKey, place.playback);
          if (places.get(connectionKey) === place) places.delete(connectionKey);
        },
        (error) => goOn?.(isRefusal(error)),
      );
    },
    afterClientCall(connectionKey, name, result) {
      const playback = name.startsWith('hsp.') ? places.get(connectionKey)?.playback : undefined;
      // Every call of this group answers with the state of the player.
      playback?.observe(result as HspState);
    },
    filterEvent(connectionKey, event) {
      if (event.name === 'device_disconnected') releaseGone();
      const playback = places.get(connectionKey)?.playback;
      return playback ? playback.filterEvent(event) : event;
    },
    close() {
      for (const connectionKey of [...places.keys()]) release(connectionKey);
    },
  };
}
