import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { hasRoom } from '../../group-session/browser-tab-room.ts';
import { cleanedPath, readShareAddress } from '../../sharing/share-link.ts';
import { readVisit } from '../../sharing/stored-visit.ts';
import { GroupVisit } from './group-visit.tsx';
import { KeyWarning } from './key-warning.tsx';
import { LinkVisit } from './link-visit.tsx';
import { ShareEnd } from './share-end.tsx';

/** A link to a group session: no connection key and no id of a share begins like it (docs/group-sessions.md). */
const isGroup = (id: string): boolean => id.startsWith('g-');

/** Where a share link leads: a guest's side of somebody's device, or the warning of a plain key. */
export function SharePage() {
  const { history } = useRouter();
  const { pathname: path, hash } = useLocation();
  const [{ link, route }, setAddress] = useState(() => readShareAddress({ path, hash }));

  useEffect(() => {
    const found = readShareAddress({ path, hash });
    if (found.link.kind === 'incomplete') return;
    // What is in the address is taken out of it at once: it would stay in the history, and be passed on with a picture.
    history.replace(cleanedPath(found.route));
    setAddress(found);
  }, [history, path, hash]);

  switch (link.kind) {
    case 'key':
      return <KeyWarning connectionKey={link.connectionKey} route={route} />;
    case 'link':
      if (isGroup(link.id)) return <GroupVisit key={link.id} link={link} />;
      return <LinkVisit key={`${link.id} ${link.secret}`} link={link} route={route} />;
    case 'incomplete':
      return <WithoutLink route={route} />;
  }
}

/** The page was loaded again, or come back to, and its link is gone: the session of the tab goes on, if there is one. */
function WithoutLink({ route }: { route: string | undefined }) {
  const [has] = useState(() => (hasRoom() ? 'room' : readVisit() && 'visit'));
  if (has === 'room') return <GroupVisit link={undefined} />;
  if (has === 'visit') return <LinkVisit link={undefined} route={route} />;
  return <ShareEnd why="incomplete" />;
}
