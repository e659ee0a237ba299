import type { GroupOverReason } from '../../group-session/group-api.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import type { EntryRefusal } from '../../sharing/guest-api.ts';
import { IconDoorExit, IconLinkOff, IconUsers } from '../../ui/icons.ts';
import { SessionEndPage, ShareEndNotice, type ShareEndTexts } from './share-end-notice.tsx';

/** Why a person is not in a group session, or not any more. */
export type GroupEndCause = GroupOverReason | EntryRefusal | 'over';

const gone = (title: MessageKey): ShareEndTexts => ({ title, text: 'group.over.text', icon: IconDoorExit });
const MISSING: ShareEndTexts = { title: 'group.missing', text: 'group.missing.text', icon: IconLinkOff };

const WORDS: Readonly<Record<GroupEndCause, ShareEndTexts | undefined>> = {
  ended: gone('group.over.ended'),
  expired: gone('group.over.expired'),
  removed: gone('group.over.removed'),
  left: gone('group.over.left'),
  unknown: gone('group.over.unknown'),
  over: gone('group.over.unknown'),
  revoked: gone('group.over.unknown'),
  'used-up': gone('group.over.unknown'),
  full: { title: 'group.full', text: 'group.full.text', icon: IconUsers },
  unavailable: MISSING,
  // The same texts as for every link.
  'not-found': undefined,
  'too-many': undefined,
  'time-over': undefined,
};

/** Explains why a person is not in a group session, or not any more. */
export function GroupEndNotice({ why }: { why: GroupEndCause }) {
  const words = WORDS[why];
  if (words === undefined) return <ShareEndNotice why={why === 'too-many' ? 'too-many' : 'not-found'} />;
  return <SessionEndPage words={words} />;
}
