import { useDeviceState } from '../../device/session/device-context.tsx';
import { useLanguage, useTexts } from '../../i18n/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Pill } from '../../ui/pill.tsx';
import { FIRMWARE_RELEASE_NOTES, RELEASE_NOTES_INTRODUCTION, type ReleaseNote } from './release-notes.ts';
import styles from './release-notes-page.module.css';

/** The notes are written in English only, and marked so. */
const NOTES_LANGUAGE = 'en';

/** The changes of each firmware version. */
export function FirmwareNotesPage() {
  const { t } = useTexts();
  const { language } = useLanguage();
  return (
    <div className={styles['page']}>
      {!language.startsWith(NOTES_LANGUAGE) && <p className={styles['about']}>{t('content.inEnglish')}</p>}
      <Markdown nodes={RELEASE_NOTES_INTRODUCTION} lang={NOTES_LANGUAGE} className={styles['about']} />
      {FIRMWARE_RELEASE_NOTES.map((note) => (
        <Note key={note.version} note={note} />
      ))}
      <div className="row">
        <LinkButton to="/ota">{t('page.ota')}</LinkButton>
      </div>
    </div>
  );
}

function Note({ note }: { note: ReleaseNote }) {
  const { t } = useTexts();
  const installed = useDeviceState((state) => state.info?.fw_version === note.version);
  return (
    <section className={styles['note']} aria-label={note.version}>
      <div className={styles['head']}>
        <h2 className={styles['version']}>{note.version}</h2>
        {note.flags !== undefined && <span className={styles['flags']}>{note.flags}</span>}
        {installed && <Pill dot="ok">{t('ota.mark.installed')}</Pill>}
      </div>
      <Markdown nodes={note.nodes} lang={NOTES_LANGUAGE} />
    </section>
  );
}
