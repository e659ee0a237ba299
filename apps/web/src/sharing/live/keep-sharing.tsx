import { useCatalogPart } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { isBridgedHere } from '../bridge/bridge-tab.ts';
import { useBridgeSession, useWasSharedHere } from '../bridge/use-bridge-session.ts';
import { useShareOwnerSession } from '../use-share-owner-session.ts';
import { useSharingAbility } from '../use-sharing-ability.tsx';

/** Keeps the owner's session of a shared device open, or its bridge; renders nothing. */
export function KeepSharing() {
  // Of the notification about a guest who presses Stop again and again.
  const hasTexts = useCatalogPart('sharing');
  return hasTexts && <Sessions />;
}

function Sessions() {
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const ability = useSharingAbility();
  const wasShared = useWasSharedHere(connectionKey);
  useShareOwnerSession(ability.can);
  useBridgeSession(wasShared && isBridgedHere(connectionKey) ? ability.bridgeTo : undefined);
  return null;
}
