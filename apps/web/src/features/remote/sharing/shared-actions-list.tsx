import type { ShareAuditEntry } from '@tactus/protocol';
import { useStore } from 'zustand';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useLanguage, useTexts } from '../../../i18n/text.tsx';
import { MAX_AUDIT_ENTRIES } from '../../../sharing/audit.ts';
import type { ShareOwnerSession } from '../../../sharing/share-owner-session.ts';
import { Button } from '../../../ui/button.tsx';
import { IconDownload, IconTrash } from '../../../ui/icons.ts';
import { saveFile } from '../../../ui/save-file.ts';
import styles from './sharing.module.css';

/** The text of each entry; an entry unknown to this version gets a general text. */
const WORDS: Readonly<Record<string, MessageKey>> = {
  joined: 'sharing.what.joined',
  left: 'sharing.what.left',
  took: 'sharing.what.took',
  'let-go': 'sharing.what.let-go',
  lapse: 'sharing.what.lapse',
  start: 'sharing.what.start',
  stop: 'sharing.what.stop',
  refused: 'sharing.what.refused',
  floods: 'sharing.what.floods',
  asked: 'sharing.what.asked',
  handed: 'sharing.what.handed',
  'taken-back': 'sharing.what.taken-back',
  given: 'sharing.what.given',
  changed: 'sharing.what.changed',
  revoked: 'sharing.what.revoked',
  expired: 'sharing.what.expired',
  'time-over': 'sharing.what.time-over',
  removed: 'sharing.what.removed',
};

/** The actions of guests and owner with their times, stored in this browser alone. */
export function SharedActionsList({ ownerSession }: { ownerSession: ShareOwnerSession }) {
  const { t, number } = useTexts();
  const log = useStore(ownerSession.store, (state) => state.log);
  if (log.length === 0) return null;
  return (
    <details className={styles['fold']}>
      <summary>{t('sharing.log')}</summary>
      <p className="note">{t('sharing.log.kept', { count: number(MAX_AUDIT_ENTRIES) })}</p>
      <ol className={styles['entries']}>
        {log.map((entry) => (
          <Entry key={`${entry.at} ${entry.session} ${entry.what} ${entry.detail}`} entry={entry} />
        ))}
      </ol>
      <div className="row wrap gap-10">
        <Button
          icon={<IconDownload size={18} aria-hidden="true" />}
          onClick={() => saveFile('tactus-sharing.json', ownerSession.audit.export())}
        >
          {t('sharing.log.export')}
        </Button>
        <Button icon={<IconTrash size={18} aria-hidden="true" />} onClick={ownerSession.audit.clear}>
          {t('sharing.log.clear')}
        </Button>
      </div>
    </details>
  );
}

function Entry({ entry: { at, who, what, detail, session } }: { entry: ShareAuditEntry }) {
  const { t } = useTexts();
  const { language } = useLanguage();
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' }).format(at);
  const name = session === null && who === 'owner' ? t('sharing.log.owner') : who;
  return (
    <li>
      <time dateTime={new Date(at).toISOString()}>{when}</time>
      <span>
        <span className="semibold text-md break">{name}</span> {t(WORDS[what] ?? 'sharing.what.other')}
        {detail !== undefined && <span className="note"> · {detail}</span>}
      </span>
    </li>
  );
}
