import type { DeviceEvent, DeviceInfo } from '@tactus/protocol';
import { WifiState } from '@tactus/protocol';
import type { Random, Time } from '@tactus/time';
import { ulid } from 'ulid';

const UINT32_MAX = 2 ** 32 - 1;

/** The device's connection to the cloud and the numbers of its sessions. */
export interface CloudConnection {
  isOnline(): boolean;
  sessionId(): string | undefined;
  bootSessionId(): number;
  socketSessionId(): number;
  /** A new boot, with numbers of its own. */
  boot(): void;
  /** Connects under a new session; does nothing when connected. */
  goOnline(): void;
  /** Disconnects; does nothing when disconnected. */
  goOffline(reason: string): void;
}

interface Options {
  readonly time: Time;
  readonly random: Random;
  /** Emits an event to every listener, online or not. */
  readonly notify: (event: DeviceEvent) => void;
  readonly info: () => DeviceInfo | undefined;
}

/** Starts disconnected. */
export function createCloudConnection(options: Options): CloudConnection {
  return new SessionsOfADevice(options);
}

/** A class, to save memory: every device has one. */
class SessionsOfADevice implements CloudConnection {
  readonly #options: Options;
  #bootSessionId = 0;
  #socketSessionId = 0;
  #sessionId: string | undefined;
  /** The time in the newest session's id, ms: no two sessions have the same. */
  #lastMs = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  isOnline(): boolean {
    return this.#sessionId !== undefined;
  }

  sessionId(): string | undefined {
    return this.#sessionId;
  }

  bootSessionId(): number {
    return this.#bootSessionId;
  }

  socketSessionId(): number {
    return this.#socketSessionId;
  }

  boot(): void {
    this.#bootSessionId = this.#options.random.integer(0, UINT32_MAX);
    this.#socketSessionId = 0;
  }

  goOnline(): void {
    if (this.#sessionId !== undefined) return;
    const { time, random, notify, info } = this.#options;
    this.#lastMs = Math.max(time.now(), this.#lastMs + 1);
    this.#sessionId = ulid(this.#lastMs, () => random.next());
    notify({ name: 'device_connected', data: { connected: true, info: info() } });
    notify({ name: 'wifi_status_changed', data: { state: WifiState.CONNECTED, socket_connected: true } });
  }

  goOffline(reason: string): void {
    if (this.#sessionId === undefined) return;
    const { time, notify } = this.#options;
    const data = { session_id: this.#sessionId, reason, timestamp: toWireTimestamp(time.now()) };
    this.#sessionId = undefined;
    this.#socketSessionId += 1;
    notify({ name: 'device_disconnected', data });
  }
}

/** The form in which disconnects are dated on the wire: `2026-11-21 05:13:48.120 +0000 UTC`. */
function toWireTimestamp(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, -1).replace('T', ' ')} +0000 UTC`;
}
