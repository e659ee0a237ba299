import { callTactus, deviceKeyCalls } from '@tactus/protocol';
import type { Fetch } from '@tactus/sdk';
import type { BridgeKey } from './bridge-storage.ts';

/** Why the home has no name for our device: it makes no more keys, or did not answer. */
type NoKey = 'refused' | 'network';

/** Requests from the home a name for a device, and its secret (docs/device-link.md). Never rejects. */
export async function requestBridgeKey(fetch: Fetch): Promise<BridgeKey | NoKey> {
  try {
    const outcome = await callTactus(deviceKeyCalls.create, { fetch, body: { label: 'bridge' } });
    if (outcome.ok) return outcome.answer;
    return (outcome.status >= 500 && outcome.status !== 507) || outcome.body === undefined ? 'network' : 'refused';
  } catch {
    return 'network';
  }
}
