import { systemTime } from '@tactus/time';

/** The part of Trusted Types that is used here; TypeScript's own library does not have it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** The one policy that the content security policy of our pages names: it lets our own workers pass and nothing else. */
const POLICY = 'tactus-worker';

const own = new Set<string>();
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * Starts a worker of this build. `url` must come from a `?worker&url` import, never from anywhere else. Where the browser refuses
 * to start one, that is an `error` event too, as for a worker that cannot be loaded.
 */
export function startOwnWorker(
  url: string,
  name: string,
): Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'> {
  try {
    return new Worker(trusted(url), { type: 'module', name });
  } catch {
    const refused = new EventTarget();
    return Object.assign(refused, {
      postMessage: () => undefined,
      terminate: systemTime.after(0, () => refused.dispatchEvent(new Event('error'))),
    });
  }
}

/** Installs the service worker of this build, which lies beside the app. */
export function installOwnServiceWorker(
  container: ServiceWorkerContainer,
  url: string,
): Promise<ServiceWorkerRegistration> {
  return container.register(trusted(url));
}

/** The address as a type that the policy lets pass. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // as above
  own.add(url);
  // A page may create each named policy only once.
  policy ??= trustedTypes?.createPolicy(POLICY, {
    createScriptURL(wanted) {
      if (own.has(wanted)) return wanted;
      throw new TypeError('Not our own worker');
    },
  });
  return policy?.createScriptURL(url) ?? url;
}
