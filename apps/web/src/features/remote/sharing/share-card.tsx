import { useState } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import type { BridgeSession } from '../../../sharing/bridge/bridge-session.ts';
import { useBridgeSession, useWasSharedHere } from '../../../sharing/bridge/use-bridge-session.ts';
import type { ShareOwnerSession } from '../../../sharing/share-owner-session.ts';
import { useShareOwnerSession } from '../../../sharing/use-share-owner-session.ts';
import { useSharingAbility } from '../../../sharing/use-sharing-ability.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { BridgeNotice } from './bridge-notice.tsx';
import { CreateShareLinkForm } from './create-share-link-form.tsx';
import { ShareLinkList } from './share-list.tsx';
import { SharedActionsList } from './shared-actions-list.tsx';

/** The owner's side of sharing: create a link, see the guests, narrow the terms, give and take back control, end it. */
export function ShareCard() {
  const { t } = useTexts();
  const canShare = useSharingAbility();
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const linked = connectionKey !== '';
  const ownerSession = useShareOwnerSession(canShare?.can === true && linked);
  const bridgeTo = canShare?.bridgeTo;
  // A device in another cloud is reported to home only when its owner wants that, or shares it already.
  const [wantedKey, setWantedKey] = useState('');
  const isLent = useWasSharedHere(connectionKey);
  const isWanted = linked && bridgeTo !== undefined && (isLent || wantedKey === connectionKey);
  const bridge = useBridgeSession(isWanted ? bridgeTo : undefined);
  if (canShare === undefined) return null;
  return (
    <Card title={t('sharing.title')}>
      <p className="note">{t('sharing.text')}</p>
      {bridgeTo === undefined && canShare.whyNot}
      {(canShare.can || bridgeTo !== undefined) && !linked && <p className="note">{t('sharing.missing.device')}</p>}
      {ownerSession && <ShareControls ownerSession={ownerSession} />}
      {linked && bridgeTo !== undefined && !isWanted && (
        <Alert
          tone="info"
          title={t('sharing.missing.cloud')}
          action={<Button onClick={() => setWantedKey(connectionKey)}>{t('sharing.bridge.here')}</Button>}
        >
          {t('sharing.bridge.text')}
        </Alert>
      )}
      {bridge && <BridgeControls bridge={bridge} />}
    </Card>
  );
}

/** The same for a device of another cloud, which this tab connects to ours. */
function BridgeControls({ bridge }: { bridge: BridgeSession }) {
  const ownerSession = useStore(bridge.store, (facts) => facts.ownerSession);
  return (
    <>
      <BridgeNotice bridge={bridge} />
      {ownerSession && <ShareControls ownerSession={ownerSession} />}
    </>
  );
}

function ShareControls({ ownerSession }: { ownerSession: ShareOwnerSession }) {
  return (
    <>
      <CreateShareLinkForm ownerSession={ownerSession} />
      <ShareLinkList ownerSession={ownerSession} />
      <SharedActionsList ownerSession={ownerSession} />
    </>
  );
}
