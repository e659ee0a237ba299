import type { LockPort } from './tab-ports.ts';

/**
 * Locks for a place where a browser may refuse them all, as where a person has blocked the storage of sites: what is requested is
 * granted then, as where a tab knows of no others. A browser rejects with `AbortError` for a lock that was taken away or waited for in
 * vain, and something else of a request that it does not take.
 */
export function withGrantedFallback(locks: LockPort): LockPort {
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
