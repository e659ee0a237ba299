import type { ComponentType } from 'react';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { EntryRefusal, SessionOverReason } from '../../sharing/guest-api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconDoorExit, IconHandOff, IconHourglassEmpty, IconLinkOff, IconUsers } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './share.module.css';

/** The reasons why this page has nothing to control, or not any more. */
export type ShareEndCause = SessionOverReason | EntryRefusal | 'incomplete';

/** The title, the text and the picture that explain why a share has ended. */
export interface ShareEndTexts {
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly icon: ComponentType<{ size: number; stroke: number }>;
  /** Whether a new link helps. */
  readonly again?: true;
}

const WORDS: Readonly<Record<ShareEndCause, ShareEndTexts>> = {
  revoked: { title: 'share.end.revoked', text: 'share.end.revoked.text', icon: IconLinkOff, again: true },
  expired: { title: 'share.end.expired', text: 'share.end.expired.text', icon: IconHourglassEmpty, again: true },
  'time-over': { title: 'share.end.time-over', text: 'share.end.time-over.text', icon: IconHourglassEmpty },
  removed: { title: 'share.end.removed', text: 'share.end.removed.text', icon: IconHandOff },
  left: { title: 'share.end.left', text: 'share.end.left.text', icon: IconDoorExit },
  unknown: { title: 'share.end.unknown', text: 'share.end.unknown.text', icon: IconDoorExit },
  'not-found': { title: 'share.end.not-found', text: 'share.end.not-found.text', icon: IconLinkOff, again: true },
  'used-up': { title: 'share.end.used-up', text: 'share.end.used-up.text', icon: IconLinkOff, again: true },
  full: { title: 'share.end.full', text: 'share.end.full.text', icon: IconUsers },
  'too-many': { title: 'share.end.too-many', text: 'share.end.too-many.text', icon: IconHourglassEmpty },
  unavailable: { title: 'share.end.unavailable', text: 'share.end.unavailable.text', icon: IconLinkOff },
  incomplete: { title: 'share.end.incomplete', text: 'share.end.incomplete.text', icon: IconLinkOff },
};

/** Explains why there is nothing to control here, with advice. */
export function ShareEndNotice({ why }: { why: ShareEndCause }) {
  return <SessionEndPage words={WORDS[why]} />;
}

/** The page at the end of a visit: the reason, and a link home. */
export function SessionEndPage({ words: { title, text, icon: Icon, again } }: { words: ShareEndTexts }) {
  const { t } = useTexts();
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
        text={again ? `${t(text)} ${t('share.end.again')}` : t(text)}
        action={<LinkButton to="/">{t('share.end.home')}</LinkButton>}
      />
    </div>
  );
}
