import type { CloudFeatures } from '@tactus/sdk';
import type { LinkedDevices } from '../device/linked/linked-devices.ts';

/**
 * Whether a guest was the last to drive the linked device, as its cloud reports to the owner; a hold may be over by the time
 * of this request. Never rejects: false without an answer, and where this tab bridges guests' commands.
 */
export async function fetchIsGuestDriving({ cloud, device }: LinkedDevices, features: CloudFeatures): Promise<boolean> {
  const { connectionKey } = device.store.getState();
  if (features.shares !== true || connectionKey === undefined) return false;
  try {
    const { createOwnerApi } = await import('./owner-api.ts');
    const { fetch, apiKey } = cloud;
    const { control } = await createOwnerApi({ fetch, apiKey, connectionKey }).read();
    return control.driven_by === 'guest';
  } catch {
    return false; // a cloud that does not answer names no guest
  }
}
