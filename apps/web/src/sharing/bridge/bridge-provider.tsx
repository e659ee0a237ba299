import { useSetting } from '../../settings/use-settings.tsx';
import { useCanShare } from '../use-can-share.tsx';
import { isBridgedHere } from './bridge-tab.ts';
import { useBridgeSession, useWasSharedHere } from './use-bridge-session.ts';

/** Continues the bridge of a shared device, on any page after a reload; renders nothing. */
export function BridgeProvider() {
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const bridgeTo = useCanShare()?.bridgeTo;
  const isLent = useWasSharedHere(connectionKey);
  useBridgeSession(isLent && isBridgedHere(connectionKey) ? bridgeTo : undefined);
  return null;
}
