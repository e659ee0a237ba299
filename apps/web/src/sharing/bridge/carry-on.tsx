import { useSetting } from '../../settings/use-settings.tsx';
import { useCanShare } from '../use-can-share.tsx';
import { carriesHere } from './carrying-tab.ts';
import { useCarriedDevice, useLent } from './use-carried-device.ts';

/** Goes on carrying a device that is lent, whichever page its tab was loaded anew on; shows nothing. */
export function CarryOn() {
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const bridgeTo = useCanShare()?.bridgeTo;
  const isLent = useLent(connectionKey);
  useCarriedDevice(isLent && carriesHere(connectionKey) ? bridgeTo : undefined);
  return null;
}
