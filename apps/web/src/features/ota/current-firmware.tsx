import { isLegacy } from '@tactus/sdk';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDeviceState } from '../../device/session/device-context.tsx';

/** What is for firmware from version 4 on; a device with an older one is sent to its own page (decisions.md 25). */
export function CurrentFirmware({ children }: { children: ReactNode }) {
  const legacy = useDeviceState(isLegacy);
  return legacy ? <Navigate to="/ota-fw3" replace /> : children;
}
