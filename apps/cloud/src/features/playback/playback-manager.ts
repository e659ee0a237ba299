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
import { type CloudPlayback, createPlayback } from './playback.ts';
import type { PlaybackContent } from './playback-content.ts';
import { createPointPlayer } from './point-player.ts';

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
   * Replaces the present playback. Rejects with the errors of `load` and of the device, and with 100023 when
   * another setup came in between.
   */
  setUp(setup: PlaybackSetup): Promise<HspState>;
  /** The playback of a device, once it can be played. Rejects with 4000 when none is set up. */
  playbackOf(device: DeviceBackend): Promise<CloudPlayback>;
  /** The playback of a device, if there is one by now. */
  find(connectionKey: string): CloudPlayback | undefined;
  /** A client is about to make a call of the point player itself: a call that replaces the points ends the playback. */
  beforeClientCall(connectionKey: string, name: DeviceCallName): void;
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

interface Place {
  readonly isLinked: () => boolean;
  readonly ready: Promise<CloudPlayback>;
  playback?: CloudPlayback;
}

const REPLACES_POINTS: ReadonlySet<DeviceCallName> = new Set(['hsp.setup', 'hsp.flush', 'hsp.add', 'hsp.play']);

/** Returns a manager without playbacks; `publish` sends clients events that only the cloud knows. */
export function createPlaybackManager({ caller, time, turns, publish }: Options): PlaybackManager {
  const places = new Map<string, Place>();

  function release(connectionKey: string): void {
    places.get(connectionKey)?.playback?.release();
    places.delete(connectionKey);
  }

  /** Drops the content of devices that were removed, which may be large. */
  function releaseGone(): void {
    for (const [connectionKey, { isLinked }] of [...places]) if (!isLinked()) release(connectionKey);
  }

  async function begin({ device, notify, timeoutMs, load }: PlaybackSetup, isCurrent: () => boolean) {
    const { connectionKey } = device;
    const content = await load();
    await turns.next();
    const superseded = () => new DeviceRefusal({ ...errorKinds.genericFail, message: 'Another setup came in between' });
    if (!isCurrent()) throw superseded();
    const playback = createPlayback({
      content,
      notify,
      time,
      turns,
      player: createPointPlayer(caller, device, timeoutMs),
      publish: (event) => publish(connectionKey, event),
      onLost: () => {
        if (places.get(connectionKey)?.playback === playback) places.delete(connectionKey);
      },
    });
    return { playback, superseded };
  }

  return {
    async setUp(setup) {
      const { connectionKey } = setup.device;
      // No event reports a device that is removed while it is offline.
      releaseGone();
      release(connectionKey);
      const isCurrent = () => places.get(connectionKey) === place;
      let state: HspState | undefined;
      const start = async () => {
        const { playback, superseded } = await begin(setup, isCurrent);
        place.playback = playback;
        state = await playback.start();
        if (!isCurrent()) {
          playback.release();
          throw superseded();
        }
        return playback;
      };
      const place: Place = { isLinked: setup.isLinked, ready: Promise.resolve().then(start) };
      places.set(connectionKey, place);
      try {
        await place.ready;
      } catch (error) {
        if (isCurrent()) release(connectionKey);
        throw error;
      }
      if (!state) throw new DeviceRefusal(errorKinds.genericFail);
      return state;
    },
    async playbackOf({ connectionKey }) {
      const place = places.get(connectionKey);
      if (!place) throw new DeviceRefusal(errorKinds.scriptNotSet);
      const playback = await place.ready;
      await playback.returned();
      return playback;
    },
    find: (connectionKey) => places.get(connectionKey)?.playback,
    beforeClientCall(connectionKey, name) {
      if (REPLACES_POINTS.has(name)) release(connectionKey);
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
