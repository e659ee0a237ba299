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
import type { Turns } from '../../rate-limit/turns.ts';
import { type CloudPlayback, createPlayback, type PlaybackContent } from './playback.ts';
import { pointPlayer } from './point-player.ts';

/** What a playback is set up from. */
export interface Setup {
  readonly device: DeviceBackend;
  readonly notify: boolean;
  readonly timeoutMs: number;
  /** Gets what is to be played; may take its time. */
  readonly load: () => Promise<PlaybackContent>;
  /** Whether the device still has a link to this cloud, connected or not. */
  readonly isLinked: () => boolean;
}

/** The playbacks that this cloud streams to devices, at most one for each (api-v3.md 2.6, 2.11). */
export interface PlaybackManager {
  /**
   * Takes the place of whatever was played. Rejects with what `load` and the device reject with, and with 100023 when
   * another setup came in between.
   */
  setUp(setup: Setup): Promise<HspState>;
  /** The playback of a device, once it can be played. Rejects with 4000 when none is set up. */
  playbackOf(device: DeviceBackend): Promise<CloudPlayback>;
  /** The same where there is one by now. */
  find(connectionKey: string): CloudPlayback | undefined;
  /** A client is about to make a call of the point player by itself: one that brings other points ends the playback. */
  beforeClientCall(connectionKey: string, name: DeviceCallName): void;
  /** It was answered. */
  afterClientCall(connectionKey: string, name: DeviceCallName, result: unknown): void;
  /** What clients hear of an event of a device; undefined: nothing. */
  filterEvent(connectionKey: string, event: DeviceEvent): DeviceEvent | undefined;
  close(): void;
}

interface Options {
  readonly caller: DeviceCaller;
  readonly time: Time;
  /** Each setup is a piece, and so is each request that fills the buffer: it takes ms where the device is a modelled one. */
  readonly turns: Turns;
  readonly publish: (connectionKey: string, event: DeviceEvent) => void;
}

interface Place {
  readonly isLinked: () => boolean;
  readonly ready: Promise<CloudPlayback>;
  playback?: CloudPlayback;
}

const REPLACES_POINTS: ReadonlySet<DeviceCallName> = new Set(['hsp.setup', 'hsp.flush', 'hsp.add', 'hsp.play']);

export function createPlaybackManager({ caller, time, turns, publish }: Options): PlaybackManager {
  const places = new Map<string, Place>();

  function release(connectionKey: string): void {
    places.get(connectionKey)?.playback?.release();
    places.delete(connectionKey);
  }

  /** A device that was given up takes along what was set up for it, which may be large. */
  function releaseGone(): void {
    for (const [connectionKey, { isLinked }] of [...places]) if (!isLinked()) release(connectionKey);
  }

  async function begin({ device, notify, timeoutMs, load }: Setup, isCurrent: () => boolean) {
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
      player: pointPlayer(caller, device, timeoutMs),
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
      // Of a device that is given up while it is away no event tells.
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
