import { createLeanDevice } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { workerHeartbeat } from '../../device/heartbeat.ts';
import { canHomeShare, HOME_DEVICE_API } from '../../sharing/home.ts';
import { createVisit, type Visit } from '../../sharing/visit.ts';
import { useRandom } from '../../ui/random-context.tsx';
import { useTime } from '../../ui/time-context.tsx';
import { GuestRoom } from './guest-room.tsx';
import { ShareDoor } from './share-door.tsx';
import { ShareEnd } from './share-end.tsx';

/** Called as one: a browser's fetch refuses another `this`. */
const ownFetch = (...request: Parameters<typeof fetch>) => fetch(...request);

/** The id that the app presents beside a session; the cloud goes by the session alone. */
const APPLICATION_ID = 'tactus-share';

interface LinkVisitProps {
  link: { readonly id: string; readonly secret: string };
  route: string | undefined;
}

/** A visit by one of our links, from the door to its end. Leaving the page leaves the visit, which stops what it moves. */
export function LinkVisit({ link, route }: LinkVisitProps) {
  const time = useTime();
  const random = useRandom();
  const { id, secret } = link;
  const [visit, setVisit] = useState<Visit>();
  const [canShare, setCanShare] = useState<boolean>();

  useEffect(() => {
    const made = createVisit({
      ...{ link: { id, secret }, fetch: ownFetch, time, random, heartbeat: workerHeartbeat },
      openDevice: (fetch) =>
        createLeanDevice({
          ...{ apiBase: HOME_DEVICE_API, apiKey: APPLICATION_ID, fetch, time, random },
          features: { headersOnSse: true, resume: true },
        }),
      // The page says by the state what it means.
      onError: () => undefined,
    });
    setVisit(made);
    window.addEventListener('pagehide', made.leave);
    return () => {
      window.removeEventListener('pagehide', made.leave);
      made.leave();
    };
  }, [id, secret, time, random]);
  useEffect(() => {
    let wanted = true;
    void canHomeShare(ownFetch).then((can) => {
      if (wanted) setCanShare(can);
    });
    return () => {
      wanted = false;
    };
  }, []);

  if (visit === undefined || canShare === undefined) return null;
  return canShare ? <VisitView visit={visit} route={route} /> : <ShareEnd why="unavailable" />;
}

function VisitView({ visit, route }: { visit: Visit; route: string | undefined }) {
  const { state, session, refusal = 'unavailable', reason = 'unknown', failed, inside } = useStore(visit.store);
  switch (state) {
    case 'door':
    case 'entering':
      return <ShareDoor busy={state === 'entering'} failed={failed} onEnter={visit.enter} />;
    case 'turned-away':
      return <ShareEnd why={refusal} />;
    case 'over':
      return <ShareEnd why={reason} />;
    case 'inside':
    case 'away':
      if (inside === undefined || session === undefined) return null;
      return <GuestRoom {...{ inside, session, route }} away={state === 'away'} onLeave={visit.leave} />;
  }
}
