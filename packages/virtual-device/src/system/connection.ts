import type { DeviceEvent, DeviceInfo } from '@tactus/protocol';
import { WifiState } from '@tactus/protocol';
import type { Random, Time } from '@tactus/time';
import { monotonicFactory } from 'ulid';

const UINT32_MAX = 2 ** 32 - 1;

/** The device's connection to the cloud and the numbers of its sessions (api-v3.md 3.8). */
export interface Connection {
  isOnline(): boolean;
  sessionId(): string | undefined;
  bootSessionId(): number;
  socketSessionId(): number;
  /** A new boot, with numbers of its own. */
  boot(): void;
  /** Comes online under a new session; nothing when it is online. */
  goOnline(): void;
  /** Goes offline; nothing when it is offline. */
  goOffline(reason: string): void;
}

interface Options {
  readonly time: Time;
  readonly random: Random;
  /** Tells everybody, online or not. */
  readonly tell: (event: DeviceEvent) => void;
  readonly info: () => DeviceInfo | undefined;
}

export function createConnection({ time, random, tell, info }: Options): Connection {
  const newSession = monotonicFactory(() => random.next());
  let bootSessionId = 0;
  let socketSessionId = 0;
  let sessionId: string | undefined;

  return {
    isOnline: () => sessionId !== undefined,
    sessionId: () => sessionId,
    bootSessionId: () => bootSessionId,
    socketSessionId: () => socketSessionId,
    boot() {
      bootSessionId = random.integer(0, UINT32_MAX);
      socketSessionId = 0;
    },
    goOnline() {
      if (sessionId !== undefined) return;
      sessionId = newSession(time.now());
      tell({ name: 'device_connected', data: { connected: true, info: info() } });
      tell({ name: 'wifi_status_changed', data: { state: WifiState.CONNECTED, socket_connected: true } });
    },
    goOffline(reason) {
      if (sessionId === undefined) return;
      const data = { session_id: sessionId, reason, timestamp: toWireTimestamp(time.now()) };
      sessionId = undefined;
      socketSessionId += 1;
      tell({ name: 'device_disconnected', data });
    },
  };
}

/** The form in which disconnects are dated on the wire: `2026-11-21 05:13:48.120 +0000 UTC` (api-v3.md 3.5). */
function toWireTimestamp(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, -1).replace('T', ' ')} +0000 UTC`;
}
