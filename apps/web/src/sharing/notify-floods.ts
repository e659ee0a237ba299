import type { Undo } from '@tactus/time';
import type { StoreApi } from 'zustand/vanilla';
import type { ShareOwnerFacts } from './share-owner-session.ts';

/** Reports each guest who begins to press Stop again and again, once, by the name; the sharing page can remove them. */
export function notifyStopFloods(
  owner: Pick<StoreApi<ShareOwnerFacts>, 'subscribe'>,
  notify: (name: string) => void,
): Undo {
  const notified = new Set<string>();
  return owner.subscribe(({ shares }, before) => {
    if (shares === before.shares) return;
    for (const { session, name, floods } of shares.flatMap(({ guests }) => guests)) {
      if (!floods || notified.has(session)) continue;
      notified.add(session);
      notify(name);
    }
  });
}
