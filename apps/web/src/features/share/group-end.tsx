import { IconDoorExit, IconLinkOff, IconUsers } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { GroupOver } from '../../group-session/group-api.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { Refusal } from '../../sharing/guest-api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './share.module.css';
import { ShareEnd } from './share-end.tsx';

/** Why one is not in a group session, or not any more. */
export type GroupEndCause = GroupOver | Refusal | 'over';

interface EndWords {
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly icon: ComponentType<{ size: number; stroke: number }>;
}

const gone = (title: MessageKey): EndWords => ({ title, text: 'group.over.text', icon: IconDoorExit });
const MISSING: EndWords = { title: 'group.missing', text: 'group.missing.text', icon: IconLinkOff };

const WORDS: Readonly<Record<GroupEndCause, EndWords | undefined>> = {
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
  // As for every link.
  'not-found': undefined,
  'too-many': undefined,
};

/** Says in plain words why one is not in a group session, or not any more. */
export function GroupEnd({ why }: { why: GroupEndCause }) {
  const { t } = useTexts();
  const words = WORDS[why];
  if (words === undefined) return <ShareEnd why={why === 'too-many' ? 'too-many' : 'not-found'} />;
  const { title, text, icon: Icon } = words;
  return (
    <div className={styles['end']} role="alert">
      <EmptyState
        level={1}
        picture={
          <span className={styles['endIcon']} aria-hidden="true">
            <Icon size={40} stroke={1.5} />
          </span>
        }
        title={t(title)}
        text={t(text)}
        action={<LinkButton to="/">{t('share.end.home')}</LinkButton>}
      />
    </div>
  );
}
