import type { Random, Undo } from '@tactus/time';
import { createDeviceLink, type DeviceLink, type LinkState } from '../device-link.ts';
import type { WebSocketLike } from '../web-socket-like.ts';
import { type BridgedDeviceParts, createBridgedDevice } from './bridged-device.ts';

/** The state of a bridge: connecting, linked, waiting to try again, or ended. */
type BridgeState = LinkState;

/** A bridge to a device in another cloud, which the home cloud shares under an alias. */
export interface Bridge {
  state(): BridgeState;
  /** The home's last refusal; undefined without one, or after a later welcome. */
  refusal: DeviceLink['refusal'];
  onState(listener: (state: BridgeState) => void): Undo;
  /** The owner's limits have changed: they hold at once, whatever the home does. */
  limitsChanged(): void;
  /** Whether anything that guests set in motion may still move. */
  moves(): boolean;
  /** Stops motion of guests, and ends the bridge. */
  close(): void;
}

interface BridgeOptions extends BridgedDeviceParts {
  /** The secret that was made with the alias: the home accepts no other device under it. */
  readonly secret: string;
  /** Address of the home's device link. */
  readonly url: string;
  readonly connect: (url: string) => WebSocketLike;
  readonly random: Random;
  /** A timer that runs in a worker: the timers of a hidden page are slow. */
  readonly heartbeat: (periodMs: number, run: () => void) => Undo;
}

/** How often the home is pinged while guests have something moving. */
const SIGN_EVERY_MS = 100;
/** Without a frame of the home for this long, the link is cut. */
const SILENCE_MS = 800;
/** A heartbeat that is late by this much shows that this machine slept: the silence may not be the home's. */
const LATE_BEAT_MS = 300;

/**
 * Bridges a device to the home cloud: links it there under its alias, executes guests' commands in the device's own
 * cloud, within the owner's limits, and stops guests' motion as soon as the home is silent.
 */
export function createBridge(options: BridgeOptions): Bridge {
  const { secret, url, connect, time, random } = options;
  const device = createBridgedDevice(options);
  // Commands from before a cut are not executed after it: the device was stopped.
  const link = createDeviceLink({
    ...{ secret, url, connect, time, random, resumes: false },
    device: {
      ...device,
      call(name, input) {
        const answer = device.call(name, input);
        attend();
        return answer;
      },
    },
  });
  let stopBeats: Undo | undefined;
  let pingedAtMs: number | undefined;
  let beatAtMs = 0;
  let haltedAtMs = Number.NEGATIVE_INFINITY;

  /** Pings the home and checks for its silence while guests have something moving. */
  function attend(): void {
    if (stopBeats || !device.moves()) return;
    pingedAtMs = undefined;
    beatAtMs = time.monotonic();
    stopBeats = options.heartbeat(SIGN_EVERY_MS, beat);
  }

  function rest(): void {
    stopBeats?.();
    stopBeats = undefined;
  }

  function beat(): void {
    const nowMs = time.monotonic();
    const slept = nowMs - beatAtMs > LATE_BEAT_MS;
    beatAtMs = nowMs;
    link.checkHold();
    if (!device.moves()) {
      rest();
      return;
    }
    if (pingedAtMs !== undefined && link.lastReceivedAtMs() >= pingedAtMs) pingedAtMs = undefined;
    if (pingedAtMs !== undefined && !slept && nowMs - pingedAtMs > SILENCE_MS) halt(nowMs);
    if (slept || pingedAtMs === undefined) pingedAtMs = nowMs;
    link.ping();
  }

  function halt(nowMs: number): void {
    // A running stop retries by itself.
    if (nowMs - haltedAtMs < SILENCE_MS) return;
    haltedAtMs = nowMs;
    device.halt();
  }

  const unfollow = link.onState((state) => {
    if (state !== 'linked') device.halt();
  });

  return {
    state: link.state,
    refusal: link.refusal,
    onState: link.onState,
    limitsChanged: device.limitsChanged,
    moves: device.moves,
    close() {
      unfollow();
      rest();
      device.close();
      link.close();
    },
  };
}
