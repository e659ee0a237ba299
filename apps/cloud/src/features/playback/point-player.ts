import type { FeederRequest } from '@tactus/motion';
import { DEVICE_TIMEOUT_DEFAULT_MS, type DeviceBackend, type HspState } from '@tactus/protocol';
import type { DeviceCaller } from '../../devices/device-caller.ts';

/** Options of `play`. */
export interface PointPlayOptions {
  readonly start_time: number;
  readonly server_time: number;
  readonly playback_rate: number;
  readonly loop: boolean;
  readonly pause_on_starving: boolean;
}

/** The calls of the point player that a playback makes. */
export interface PointPlayer {
  setup(): Promise<HspState>;
  add(request: FeederRequest & { kind: 'add' }): Promise<HspState>;
  play(options: PointPlayOptions, request: FeederRequest & { kind: 'play' }, timeoutMs: number): Promise<HspState>;
  read(): Promise<HspState>;
  stop(): Promise<HspState>;
}

/** The point player of a device behind its link. Calls without a waiting client get the usual timeout. */
export function createPointPlayer(caller: DeviceCaller, device: DeviceBackend, setupTimeoutMs: number): PointPlayer {
  const usual = { device, timeoutMs: DEVICE_TIMEOUT_DEFAULT_MS };
  return {
    setup: () => caller.call({ device, name: 'hsp.setup', input: {}, timeoutMs: setupTimeoutMs }),
    add: ({ add }) => caller.call({ ...usual, name: 'hsp.add', input: add }),
    play: (options, { add }, timeoutMs) =>
      caller.call({ device, name: 'hsp.play', input: { ...options, ...(add && { add }) }, timeoutMs }),
    read: () => caller.call({ ...usual, name: 'hsp.state', input: {} }),
    // The cloud ends the playback itself: this is no client's Stop.
    stop: () => caller.within(usual.timeoutMs, () => device.call('hsp.stop', {})),
  };
}
