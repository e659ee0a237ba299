import { callTactus, deviceKeyCalls, type TactusTransport } from '@tactus/protocol';

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

/** Requests a key and its secret from this origin (docs/device-link.md). Never rejects. */
export async function enrolEmulator(fetch: TactusTransport['fetch']): Promise<EnrolmentResult> {
  try {
    const outcome = await callTactus(deviceKeyCalls.create, { fetch, body: { label: 'tab' } });
    if (outcome.ok) return outcome.answer;
    return { fault: outcome.status === 429 || outcome.status === 507 ? 'too-many' : 'no-link' };
  } catch {
    return { fault: 'network' };
  }
}
