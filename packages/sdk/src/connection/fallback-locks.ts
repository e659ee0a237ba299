import type { LockPort } from './tab-ports.ts';

/**
 * Locks for a place where a browser may refuse them all, for example if the user has blocked the storage of sites: every
 * request is granted then, as in a tab without others. A browser rejects with `AbortError` for a lock that was stolen or
 * whose wait was aborted, and with another error for a request that it refuses.
 */
export function grantLocksWhenRefused(locks: LockPort): LockPort {
  return {
    async request(name, lockOptions, run) {
      let ran = false;
      try {
        return await locks.request(name, lockOptions, (lock) => {
          ran = true;
          return run(lock);
        });
      } catch (thrown) {
        if (ran || (thrown instanceof Error && thrown.name === 'AbortError')) throw thrown;
        return run({ name });
      }
    },
  };
}
