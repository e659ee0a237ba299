/** How a lock is requested. */
export interface LockRequestOptions {
  readonly mode?: 'exclusive' | 'shared';
  /** Only when the lock is free now; otherwise `run` gets `null`. */
  readonly ifAvailable?: boolean;
  /** Takes the lock from its holder, whose own request then rejects. */
  readonly steal?: boolean;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** Locks that all tabs of an origin share; `navigator.locks` fits. A tab that dies loses its locks. */
export interface LockPort {
  /**
   * Runs with the lock and holds it until the run ends. Rejects when the lock was stolen, when the wait was aborted, and
   * with the run's own rejection.
   */
  request(name: string, lockOptions: LockRequestOptions, run: (lock: unknown) => Promise<void>): Promise<unknown>;
}

/** A channel between all tabs of an origin; a `BroadcastChannel` fits. A posted message reaches all others. */
export interface ChannelPort {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (message: { readonly data: unknown }) => void): void;
  close(): void;
}

/** The ports through which tabs of one browser share their event stream. */
export interface TabPorts {
  readonly locks: LockPort;
  readonly openChannel: (name: string) => ChannelPort;
}
