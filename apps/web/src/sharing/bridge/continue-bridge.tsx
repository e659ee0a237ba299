import { useSetting } from '../../settings/use-settings.tsx';
import { useSharingAbility } from '../use-sharing-ability.tsx';
import { isBridgedHere } from './bridge-tab.ts';
import { useBridgeSession, useWasSharedHere } from './use-bridge-session.ts';

/** Continues the bridge of a shared device, on any page after a reload; renders nothing. */
export function ContinueBridge() {
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const bridgeTo = useSharingAbility()?.bridgeTo;
  const isLent = useWasSharedHere(connectionKey);
  useBridgeSession(isLent && isBridgedHere(connectionKey) ? bridgeTo : undefined);
  return null;
}
