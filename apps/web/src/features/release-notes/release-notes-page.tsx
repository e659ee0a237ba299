import { useDeviceState } from '../../device/session/device-context.tsx';
import { useLanguage, useTexts } from '../../i18n/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import type { MarkdownNode } from '../../ui/markdown-node.ts';
import { Pill } from '../../ui/pill.tsx';
import older from './notes/3.md';
import v4011 from './notes/4.0.11.md';
import v4019 from './notes/4.0.19.md';
import v410 from './notes/4.1.0.md';
import v411 from './notes/4.1.1.md';
import v420 from './notes/4.2.0.md';
import v421 from './notes/4.2.1.md';
import about from './notes/about.md';
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
        {note.flags !== undefined && <span className="grow note">{note.flags}</span>}
        {installed && <Pill dot="ok">{t('ota.mark.installed')}</Pill>}
      </div>
      <Markdown nodes={note.nodes} lang={NOTES_LANGUAGE} />
    </section>
  );
}

/** The release notes of one firmware version. */
interface ReleaseNote {
  readonly version: string;
  /** The channel that offers it. */
  readonly flags: string | undefined;
  readonly nodes: readonly MarkdownNode[];
}

/** The introduction to the release notes of the firmware. */
const RELEASE_NOTES_INTRODUCTION = about;

/** The notes, newest first: one for each version that the cloud offers, and one for all before. */
export const FIRMWARE_RELEASE_NOTES: readonly ReleaseNote[] = [
  { version: '4.2.1', flags: 'development', nodes: v421 },
  { version: '4.2.0', flags: 'staging', nodes: v420 },
  { version: '4.1.1', flags: 'production', nodes: v411 },
  { version: '4.1.0', flags: 'production', nodes: v410 },
  { version: '4.0.19', flags: 'production', nodes: v4019 },
  { version: '4.0.11', flags: 'production', nodes: v4011 },
  { version: '3.x', flags: undefined, nodes: older },
];
