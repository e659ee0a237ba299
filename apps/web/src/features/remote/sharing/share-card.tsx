import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import type { BridgeFacts } from '../../../sharing/bridge/bridge-session.ts';
import { useBridgeSession, useWasSharedHere } from '../../../sharing/bridge/use-bridge-session.ts';
import type { ShareOwnerSession } from '../../../sharing/share-owner-session.ts';
import { useShareOwnerSession } from '../../../sharing/use-share-owner-session.ts';
import { useSharingAbility } from '../../../sharing/use-sharing-ability.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { BridgeNotice } from './bridge-notice.tsx';
import { LiveLinks } from './live-links.tsx';
import { SendLink } from './send-link.tsx';
import { SharedActionsList } from './shared-actions-list.tsx';
import styles from './sharing.module.css';
import { SharingWays } from './sharing-ways.tsx';

const NO_BRIDGE = createStore<Pick<BridgeFacts, 'phase' | 'ownerSession'>>()(() => ({
  phase: 'starting',
  ownerSession: undefined,
}));

/** The owner's side of sharing: send a link, see the guests, narrow the terms, give and take back control, end it. */
export function ShareCard() {
  const { t } = useTexts();
  const canShare = useSharingAbility();
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const linked = connectionKey !== '';
  const own = useShareOwnerSession(canShare.can && linked);
  const { bridgeTo } = canShare;
  // A device in another cloud is reported to home only when its owner wants that, or shares it already.
  const [wantedKey, setWantedKey] = useState('');
  const isLent = useWasSharedHere(connectionKey);
  const isWanted = linked && bridgeTo !== undefined && (isLent || wantedKey === connectionKey);
  const bridge = useBridgeSession(isWanted ? bridgeTo : undefined);
  const { phase, ownerSession: bridged } = useStore(bridge?.store ?? NO_BRIDGE);
  const ownerSession = own ?? bridged;
  const isRefused = phase === 'refused' || phase === 'elsewhere';
  // Home knows a device of another cloud only once this tab has linked it.
  const ready = own ?? (phase === 'carrying' ? bridged : undefined);
  const waiting = useRef<(session: ShareOwnerSession | undefined) => void>(undefined);
  useEffect(() => {
    if (ready || isRefused) waiting.current?.(ready);
  }, [ready, isRefused]);

  function getOwnerSession(): Promise<ShareOwnerSession | undefined> {
    if (ready || isRefused) return Promise.resolve(ready);
    setWantedKey(connectionKey);
    return new Promise((resolve) => {
      waiting.current = resolve;
    });
  }

  const canSend = canShare.can || bridgeTo !== undefined;
  return (
    <Card title={t('sharing.title')}>
      {!canSend && canShare.whyNot}
      {canSend && !linked && <p className="note">{t('sharing.missing.device')}</p>}
      {bridge && <BridgeNotice bridge={bridge} />}
      {canSend && linked && !isRefused && (
        <Sharing
          {...{ ownerSession, getOwnerSession }}
          isElsewhere={bridgeTo !== undefined && !bridge}
          throughTab={bridgeTo !== undefined}
        />
      )}
    </Card>
  );
}

interface SharingProps {
  ownerSession: ShareOwnerSession | undefined;
  getOwnerSession: () => Promise<ShareOwnerSession | undefined>;
  /** The device is in another cloud, and no tab bridges it yet. */
  isElsewhere: boolean;
  /** The device is in another cloud. */
  throughTab: boolean;
}

/** The live links first; a link to send where there is none, and below the others. */
function Sharing({ ownerSession, getOwnerSession, isElsewhere, throughTab }: SharingProps) {
  const { t } = useTexts();
  const [sentId, setSentId] = useState<string>();
  const facts = useStore(ownerSession?.store ?? NO_SHARES);
  if (facts.state === 'refused')
    return (
      <Alert tone="negative" title={t('sharing.refused')}>
        {t('sharing.refused.text')}
      </Alert>
    );
  const send = <SendLink getOwnerSession={getOwnerSession} onSent={setSentId} />;
  return (
    <>
      {ownerSession && facts.shares.length > 0 ? (
        <>
          <LiveLinks {...{ ownerSession, sentId }} />
          <details className={styles['fold']}>
            <summary>{t('sharing.new')}</summary>
            {send}
          </details>
        </>
      ) : (
        <>
          {send}
          <p className="note">{t(isElsewhere ? 'sharing.bridge.text' : 'sharing.text')}</p>
        </>
      )}
      <details className={styles['fold']}>
        <summary>{t('sharing.ways')}</summary>
        <SharingWays throughTab={throughTab} />
      </details>
      {ownerSession && <SharedActionsList ownerSession={ownerSession} />}
    </>
  );
}

const NO_SHARES = createStore<{ readonly state: 'opening' | 'refused'; readonly shares: readonly [] }>()(() => ({
  state: 'opening',
  shares: [],
}));
