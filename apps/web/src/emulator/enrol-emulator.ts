/** The path at which this origin makes keys for devices that link themselves (docs/device-link.md). */
const DEVICE_KEYS_PATH = '/api/tactus/device-keys';

/** The reason why the virtual device of this tab could not start. */
export type EmulatorStartFailure =
  /** This site has no link for devices: it is a static copy, or its devices live in another cloud. */
  | 'no-link'
  /** Too many keys were made from this address; a later attempt may succeed. */
  | 'too-many'
  | 'network'
  /** The same device was started in another tab. */
  | 'elsewhere'
  /** The cloud refused it for another reason. */
  | 'refused';

/** The identity that the cloud gave a virtual device, or why it gave none. */
export type EnrolmentResult =
  | { readonly connectionKey: string; readonly secret: string }
  | { readonly fault: EmulatorStartFailure };

/** Requests a key and its secret from this origin. Never rejects. */
export async function enrolEmulator(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): Promise<EnrolmentResult> {
  try {
    const response = await fetch(DEVICE_KEYS_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ label: 'tab' }),
    });
    if (response.status === 429 || response.status === 507) return { fault: 'too-many' };
    const answer: unknown = await response.json().catch(() => undefined);
    return (response.ok ? readKey(answer) : undefined) ?? { fault: 'no-link' };
  } catch {
    return { fault: 'network' };
  }
}

function readKey(answer: unknown): EnrolmentResult | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { connectionKey, secret } = answer as Record<string, unknown>; // both are checked here
  return typeof connectionKey === 'string' && typeof secret === 'string' ? { connectionKey, secret } : undefined;
}
