import type { Heartbeat } from '@tactus/sdk';
import workerUrl from './heartbeat-worker.ts?worker&url';

/** The part of Trusted Types that is used here; TypeScript's own library does not have it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** The one policy that the content security policy of our pages names: it lets our own worker pass and nothing else. */
const POLICY = 'tactus-worker';

function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // as above
  if (!trustedTypes) return workerUrl;
  return trustedTypes
    .createPolicy(POLICY, {
      createScriptURL(url) {
        if (url === workerUrl) return url;
        throw new TypeError('Only our own worker is trusted');
      },
    })
    .createScriptURL(workerUrl);
}

let trusted: string | undefined;

/** A heartbeat that goes on while the page is hidden: it comes from a worker of its own. */
export const workerHeartbeat: Heartbeat = (periodMs, run) => {
  trusted ??= trustedWorkerUrl();
  const worker = new Worker(trusted, { type: 'module', name: 'heartbeat' });
  worker.addEventListener('message', run);
  worker.postMessage({ periodMs });
  return () => worker.terminate();
};
