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

/** Starts a worker of this build. `url` must come from a `?worker&url` import, never from anywhere else. */
export function startOwnWorker(url: string, name: string): Worker {
  return new Worker(trusted(url), { type: 'module', name });
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
      throw new TypeError('Only our own workers are trusted');
    },
  });
  return policy?.createScriptURL(url) ?? url;
}
