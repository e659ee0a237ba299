import { hasLegacyFirmware } from '@tactus/sdk';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDeviceState } from '../../device/session/device-context.tsx';

/** Shows its children for firmware 4 and later; for older firmware leads to the page of legacy updates. */
export function RequireCurrentFirmware({ children }: { children: ReactNode }) {
  const legacy = useDeviceState(hasLegacyFirmware);
  return legacy ? <Navigate to="/ota-fw3" replace /> : children;
}
