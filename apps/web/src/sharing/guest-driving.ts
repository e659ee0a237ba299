import type { CloudFeatures } from '@tactus/sdk';
import type { LinkedDevices } from '../device/linked/linked-devices.ts';

/**
 * Whether a guest was the last to drive the linked device, as its cloud tells the owner; a hold may be over before that is
 * asked. Never rejects: where nobody can be asked, and where guests' commands go by this tab, it is none.
 */
export async function isGuestDriving({ cloud, device }: LinkedDevices, features: CloudFeatures): Promise<boolean> {
  const { connectionKey } = device.store.getState();
  if (features.shares !== true || connectionKey === undefined) return false;
  try {
    const { createOwnerApi } = await import('./owner-api.ts');
    const { fetch, apiKey } = cloud;
    const { control } = await createOwnerApi({ fetch, apiKey, connectionKey }).read();
    return control.drivenBy === 'guest';
  } catch {
    return false; // a cloud that does not answer names no guest
  }
}
