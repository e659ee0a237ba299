import type { DeviceInfo, DeviceMode, EventName, HampState, HspState, HvpState, SessionIds } from '@tactus/protocol';
import type { Undo } from '@tactus/time';

/** The part of a device's state that a bridge reads (`DeviceState` of the SDK has it). */
export interface BridgeTargetFacts {
  readonly connectionKey: string | undefined;
  readonly connected: boolean;
  readonly sseConnected: boolean;
  readonly connecting: boolean;
  readonly info: DeviceInfo | undefined;
  readonly mode: DeviceMode | undefined;
  readonly sids: SessionIds | undefined;
  readonly hamp: HampState;
  readonly hvp: HvpState;
  readonly hsp: HspState;
  readonly stopPresses: number;
  readonly stopsElsewhere: number;
  readonly stopPhase: 'none' | 'stopping' | 'stopped' | 'could-not-send';
  readonly clockSync: {
    readonly rtd: number;
    readonly deviceRtd: number;
    readonly deviceUserTimeOffset: number | undefined;
  };
}

/** A line of the trace: a `command` has its call, and whether it belongs to a Stop. */
export interface BridgeTraceLine {
  readonly kind: string;
  readonly seq: number;
  readonly call?: string;
  readonly byStop?: true;
}

/** The device that a bridge shares, as its owner's program controls it: a `Device` of the SDK is one. */
export interface BridgeTarget {
  readonly store: {
    getState(): BridgeTargetFacts;
    subscribe(listener: (now: BridgeTargetFacts, before: BridgeTargetFacts) => void): Undo;
  };
  /** Makes a call of the contract by its name, with its input. */
  call(name: never, ...args: never): PromiseLike<unknown>;
  /** Stops the device, whatever it does, and retries until that is confirmed. Never rejects. */
  stop(): Promise<{ readonly outcome: 'confirmed' | 'could-not-send' }>;
  on(name: EventName, listener: (data: unknown) => void): Undo;
  /** The clock of the device's cloud, at a time of the monotonic clock. */
  readonly clock: { serverAt(monotonicMs: number): number };
  readonly position: { at(): { readonly positionMm: number; readonly speedMmS: number } | undefined };
  readonly budget: { headroom(): { readonly left: number } };
  readonly trace: { entries(): readonly BridgeTraceLine[] };
}
