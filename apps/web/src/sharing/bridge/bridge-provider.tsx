import { useSetting } from '../../settings/use-settings.tsx';
import { useCanShare } from '../use-can-share.tsx';
import { bridgesHere } from './bridge-tab.ts';
import { useBridgeSession, useLent } from './use-bridge-session.ts';

/** Goes on bridging a device that is lent, whichever page its tab was loaded anew on; shows nothing. */
export function BridgeProvider() {
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const bridgeTo = useCanShare()?.bridgeTo;
  const isLent = useLent(connectionKey);
  useBridgeSession(isLent && bridgesHere(connectionKey) ? bridgeTo : undefined);
  return null;
}
