import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { browserGuestParts } from '../../sharing/browser-guest-parts.ts';
import { createGuestConnection } from '../../sharing/guest-connection.ts';
import type { GuestConnection } from '../../sharing/guest-connection-facts.ts';
import { forgetOpenedLink } from '../../sharing/opened-link.ts';
import { readStoredGuestSession, storeGuestSession } from '../../sharing/stored-guest-session.ts';
import { browserClaimPorts, claimSessionForTab } from '../../sharing/tab-claim.ts';
import { useAppCloudFeatures } from '../../sharing/use-app-cloud-features.ts';
import { useClock, useRandom } from '../../ui/time-context.tsx';
import { GuestPanel } from './guest-panel.tsx';
import { JoinForm } from './join-form.tsx';
import { ResumingShareNotice, ShareUsedInOtherTabNotice } from './resuming-share-notice.tsx';
import { ShareEndNotice } from './share-end-notice.tsx';

interface ShareGuestPageProps {
  /** Undefined where its secret was removed with an earlier page, and the tab has a session. */
  link: { readonly id: string; readonly secret: string } | undefined;
  route: string | undefined;
}

/**
 * A guest's visit by one of our links, from the join form to its end. Leaving the page stops its motion; the tab continues
 * the visit when the page is opened again.
 */
export function ShareGuestPage({ link, route }: ShareGuestPageProps) {
  const connection = useGuestConnection(link);
  const canShare = useAppCloudFeatures().shares;
  if (connection === undefined) return null;
  return <GuestConnectionView connection={connection} canJoin={link !== undefined} canShare={canShare} route={route} />;
}

function useGuestConnection(link: ShareGuestPageProps['link']): GuestConnection | undefined {
  const time = useClock();
  const random = useRandom();
  const { id, secret } = link ?? {};
  const [connection, setConnection] = useState<GuestConnection>();
  useEffect(() => {
    const stored = readStoredGuestSession();
    const made = createGuestConnection({
      link: id === undefined || secret === undefined ? undefined : { id, secret },
      tab: {
        stored: id === undefined || stored?.link === id ? stored : undefined,
        store: storeGuestSession,
        claim: (session, onOwner) => claimSessionForTab({ session, ports: browserClaimPorts(), time, random, onOwner }),
      },
      ...browserGuestParts('tactus-share', time, random),
    });
    // From here on the tab continues its session, or has none.
    if (id !== undefined)
      made.store.subscribe(({ state }) => (state === 'inside' || state === 'over') && forgetOpenedLink(id));
    made.resume();
    setConnection(made);
    const handlers = { pagehide: made.pause, pageshow: made.resume, offline: made.check, online: made.retry };
    for (const [name, handler] of Object.entries(handlers)) window.addEventListener(name, handler);
    return () => {
      for (const [name, handler] of Object.entries(handlers)) window.removeEventListener(name, handler);
      made.pause();
      // Leaving the page drops the link; a reload does not run this.
      if (id !== undefined) forgetOpenedLink(id);
    };
  }, [id, secret, time, random]);
  return connection;
}

interface GuestConnectionViewProps {
  connection: GuestConnection;
  /** The link is available: the person may join as another guest. */
  canJoin: boolean;
  /** Whether this home can share. */
  canShare: boolean;
  route: string | undefined;
}

function GuestConnectionView({ connection, canJoin, canShare, route }: GuestConnectionViewProps) {
  const facts = useStore(connection.store);
  const { state, session, refusal = 'unavailable', reason = 'unknown', failed, nameRefused, resumed, inside } = facts;
  switch (state) {
    case 'join-form':
    case 'entering':
      if (!canShare) return <ShareEndNotice why="unavailable" />;
      return <JoinForm busy={state === 'entering'} {...{ failed, nameRefused }} onEnter={connection.enter} />;
    case 'turned-away':
      return <ShareEndNotice why={refusal} />;
    case 'over':
      return <ShareEndNotice why={reason} />;
    case 'resuming':
      return <ResumingShareNotice failed={failed} />;
    case 'elsewhere':
      return (
        <ShareUsedInOtherTabNotice
          onTakeOver={connection.takeOver}
          onJoinAnew={canJoin ? connection.joinAnew : undefined}
        />
      );
    case 'paused':
      return null;
    case 'inside':
    case 'away':
      if (inside === undefined || session === undefined) return null;
      return <GuestPanel {...{ inside, session, resumed, route }} away={state === 'away'} onLeave={connection.leave} />;
  }
}
