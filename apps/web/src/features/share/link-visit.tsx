import { createLeanDevice } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { workerHeartbeat } from '../../device/browser/heartbeat.ts';
import { createGuestConnection } from '../../sharing/guest-connection.ts';
import type { GuestConnection } from '../../sharing/guest-connection-facts.ts';
import { canHomeShare, HOME_DEVICE_API } from '../../sharing/home.ts';
import { forgetOpenedLink } from '../../sharing/opened-link.ts';
import { readGuestSession, writeGuestSession } from '../../sharing/stored-guest-session.ts';
import { browserClaims, claimForTab } from '../../sharing/tab-claim.ts';
import { useRandom } from '../../ui/random-context.tsx';
import { useTime } from '../../ui/time-context.tsx';
import { GuestRoom } from './guest-room.tsx';
import { Resuming, UsedElsewhere } from './resumed-session.tsx';
import { ShareDoor } from './share-door.tsx';
import { ShareEnd } from './share-end.tsx';

/** Called as one: a browser's fetch refuses another `this`. */
const ownFetch = (...request: Parameters<typeof fetch>) => fetch(...request);

/** The id that the app presents beside a session; the cloud goes by the session alone. */
const APPLICATION_ID = 'tactus-share';

interface LinkVisitProps {
  /** Undefined where its secret is gone with an earlier page, and the tab has a session. */
  link: { readonly id: string; readonly secret: string } | undefined;
  route: string | undefined;
}

/**
 * A visit by one of our links, from the door to its end. Leaving the page stops what the visit moves; the tab goes on with
 * the visit when the page is opened again.
 */
export function LinkVisit({ link, route }: LinkVisitProps) {
  const visit = useLinkVisit(link);
  const [canShare, setCanShare] = useState<boolean>();
  useEffect(() => {
    let wanted = true;
    void canHomeShare(ownFetch).then((can) => {
      if (wanted) setCanShare(can);
    });
    return () => {
      wanted = false;
    };
  }, []);

  if (visit === undefined) return null;
  return <VisitView visit={visit} canJoin={link !== undefined} canShare={canShare} route={route} />;
}

function useLinkVisit(link: LinkVisitProps['link']): GuestConnection | undefined {
  const time = useTime();
  const random = useRandom();
  const { id, secret } = link ?? {};
  const [visit, setVisit] = useState<GuestConnection>();
  useEffect(() => {
    const stored = readGuestSession();
    const made = createGuestConnection({
      link: id === undefined || secret === undefined ? undefined : { id, secret },
      tab: {
        stored: id === undefined || stored?.link === id ? stored : undefined,
        store: writeGuestSession,
        claim: (session, onOwner) => claimForTab({ session, ports: browserClaims(), time, random, onOwner }),
      },
      ...{ fetch: ownFetch, time, random, heartbeat: workerHeartbeat },
      openDevice: (fetch) =>
        createLeanDevice({
          ...{ apiBase: HOME_DEVICE_API, apiKey: APPLICATION_ID, fetch, time, random },
          features: { headersOnSse: true, resume: true, commandOrder: true },
        }),
      // The page says by the state what it means.
      onError: () => undefined,
    });
    // From here on the tab goes on with the session, or with nothing.
    if (id !== undefined)
      made.store.subscribe(({ state }) => (state === 'inside' || state === 'over') && forgetOpenedLink(id));
    made.resume();
    setVisit(made);
    const hears = { pagehide: made.pause, pageshow: made.resume, offline: made.check, online: made.retry };
    for (const [name, hear] of Object.entries(hears)) window.addEventListener(name, hear);
    return () => {
      for (const [name, hear] of Object.entries(hears)) window.removeEventListener(name, hear);
      made.pause();
      // Who goes elsewhere in the app does without the link; a page that is loaded again does not come by here.
      if (id !== undefined) forgetOpenedLink(id);
    };
  }, [id, secret, time, random]);
  return visit;
}

interface VisitViewProps {
  visit: GuestConnection;
  /** The link is at hand: one may come in as another guest. */
  canJoin: boolean;
  /** Undefined while it is not known whether this home can share. */
  canShare: boolean | undefined;
  route: string | undefined;
}

function VisitView({ visit, canJoin, canShare, route }: VisitViewProps) {
  const facts = useStore(visit.store);
  const { state, session, refusal = 'unavailable', reason = 'unknown', failed, nameRefused, resumed, inside } = facts;
  switch (state) {
    case 'door':
    case 'entering':
      if (canShare === undefined) return null;
      if (!canShare) return <ShareEnd why="unavailable" />;
      return <ShareDoor busy={state === 'entering'} {...{ failed, nameRefused }} onEnter={visit.enter} />;
    case 'turned-away':
      return <ShareEnd why={refusal} />;
    case 'over':
      return <ShareEnd why={reason} />;
    case 'resuming':
      return <Resuming failed={failed} />;
    case 'elsewhere':
      return <UsedElsewhere onTakeOver={visit.takeOver} onJoinAnew={canJoin ? visit.joinAnew : undefined} />;
    case 'paused':
      return null;
    case 'inside':
    case 'away':
      if (inside === undefined || session === undefined) return null;
      return <GuestRoom {...{ inside, session, resumed, route }} away={state === 'away'} onLeave={visit.leave} />;
  }
}
