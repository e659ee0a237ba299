import { anonymousId } from '@tactus/sdk';
import { useSetting } from '../../settings/use-settings.tsx';
import { useCanShare } from '../use-can-share.tsx';
import { useCarriedDevice, useLent } from './use-carried-device.ts';

/**
 * Goes on carrying a device that is lent, whichever page its tab was loaded anew on; shows nothing. `carried` is what the tab
 * carried, by its anonymous id.
 */
export function CarryOn({ carried }: { carried: string }) {
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const bridgeTo = useCanShare()?.bridgeTo;
  const isLent = useLent(connectionKey);
  const isSame = connectionKey !== '' && anonymousId(connectionKey) === carried;
  useCarriedDevice(isLent && isSame ? bridgeTo : undefined);
  return null;
}
