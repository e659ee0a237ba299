import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isTabInRoom } from '../../group-session/browser-tab-room.ts';
import { readOpenedLink, storeOpenedLink } from '../../sharing/opened-link.ts';
import { pathWithoutLink, readShareAddress } from '../../sharing/share-link.ts';
import { readStoredGuestSession } from '../../sharing/stored-guest-session.ts';
import { GroupGuestPage } from './group-guest-page.tsx';
import { LegacyKeyLinkWarning } from './legacy-key-link-warning.tsx';
import { ShareEndNotice } from './share-end-notice.tsx';
import { ShareGuestPage } from './share-guest-page.tsx';

/** A link to a group session: no connection key and no id of a share begins like it (docs/group-sessions.md). */
const isGroup = (id: string): boolean => id.startsWith('g-');

/** The page of a share link: a guest's side of a shared device, or the warning about a plain key. */
export function SharedDevicePage() {
  const { history } = useRouter();
  const { pathname: path, hash, state } = useLocation();
  const [{ link, route }, setAddress] = useState(() => {
    const read = readShareAddress({ path, hash });
    return { ...read, link: read.link ?? readOpenedLink(state.__TSR_key) };
  });

  useEffect(() => {
    const found = readShareAddress({ path, hash });
    if (found.link === undefined) return;
    // The secret is removed from the address at once: it would stay in the history, and be visible in a screenshot.
    history.replace(pathWithoutLink(found.route));
    storeOpenedLink(history.location.state.__TSR_key, found.link);
    setAddress(found);
  }, [history, path, hash]);

  if (link === undefined) return <WithoutLink route={route} />;
  if (link.kind === 'key') return <LegacyKeyLinkWarning connectionKey={link.connectionKey} route={route} />;
  if (isGroup(link.id)) return <GroupGuestPage key={link.id} link={link} />;
  return <ShareGuestPage key={`${link.id} ${link.secret}`} link={link} route={route} />;
}

/** The page was reloaded or opened again, and its link was used: the session of the tab continues, if there is one. */
function WithoutLink({ route }: { route: string | undefined }) {
  const [has] = useState(() => (isTabInRoom() ? 'room' : readStoredGuestSession() && 'visit'));
  if (has === 'room') return <GroupGuestPage link={undefined} />;
  if (has === 'visit') return <ShareGuestPage link={undefined} route={route} />;
  return <ShareEndNotice why="incomplete" />;
}
