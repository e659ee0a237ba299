import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';
import type { BridgeKey } from './bridge-storage.ts';

const answer = z.object({ connectionKey: z.string(), secret: z.string() });

/** Why the home has no name for our device: it makes no more keys, or did not answer. */
type NoKey = 'refused' | 'network';

/** Requests from the home a name for a device, and its secret (docs/device-link.md). Never rejects. */
export async function requestBridgeKey(fetch: Fetch): Promise<BridgeKey | NoKey> {
  try {
    const response = await fetch('/api/tactus/device-keys', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ label: 'bridge' }),
    });
    if (response.status >= 500 && response.status !== 507) return 'network';
    const read = z.safeParse(answer, await response.json());
    return response.ok && read.success ? read.data : 'refused';
  } catch {
    return 'network';
  }
}
