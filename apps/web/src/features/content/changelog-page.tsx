import changelog from 'virtual:changelog';
import { useLanguage, useTexts } from '../../i18n/text.tsx';
import { IconRss } from '../../ui/icons.ts';
import { Markdown } from '../../ui/markdown.tsx';
import styles from './content-pages.module.css';

/** The changelog is written in English only, and marked so. */
const LANGUAGE = 'en';

/** The changes of each version, in plain words. */
export function ChangelogPage() {
  const { t } = useTexts();
  const { language } = useLanguage();
  return (
    <div className={styles['page']}>
      <a className={styles['feed']} href="/changelog.xml" type="application/rss+xml">
        <IconRss size={20} aria-hidden="true" />
        {t('content.feed')}
      </a>
      {!language.startsWith(LANGUAGE) && <p className="muted">{t('content.inEnglish')}</p>}
      <Markdown nodes={changelog} lang={LANGUAGE} />
    </div>
  );
}
