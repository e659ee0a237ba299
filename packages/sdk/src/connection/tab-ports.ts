/** How a lock is requested. */
export interface LockRequestOptions {
  readonly mode?: 'exclusive' | 'shared';
  /** Only when it is free now; else the run gets `null`. */
  readonly ifAvailable?: boolean;
  /** Takes it from whoever has it; whose own request then rejects. */
  readonly steal?: boolean;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** Locks that all tabs of an origin share; `navigator.locks` fits. A tab that dies loses its locks. */
export interface LockPort {
  /**
   * Runs with the lock and holds it until the run ends. Rejects when the lock was stolen, when the wait was ended, and
   * with what the run rejects with.
   */
  request(name: string, lockOptions: LockRequestOptions, run: (lock: unknown) => Promise<void>): Promise<unknown>;
}

/** A line between all tabs of an origin; a `BroadcastChannel` fits. What one posts, all others receive. */
export interface ChannelPort {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (message: { readonly data: unknown }) => void): void;
  close(): void;
}

/** What tabs of one browser share their event stream with. */
export interface TabPorts {
  readonly locks: LockPort;
  readonly openChannel: (name: string) => ChannelPort;
}
