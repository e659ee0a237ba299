import thirdParty from 'virtual:third-party';
import { useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { TextField } from '../../ui/text-field.tsx';
import about from './about.md';
import styles from './content-pages.module.css';

/** Texts of this kind are written in one language for all (decisions.md 46). */
const LANGUAGE = 'en';

/** Licence, privacy, the packages of others that it is built from, and the version. */
export function AboutPage() {
  const { t } = useTexts();
  return (
    <div className={styles['page']}>
      <Card title={t('content.version')}>
        <Facts>
          <Fact name={t('app.name')}>{import.meta.env.VITE_VERSION}</Fact>
          <Fact name={t('content.licence')}>MIT</Fact>
          <Fact name={t('content.api')}>
            <a href="/api/docs/">{t('content.api.open')}</a>
          </Fact>
        </Facts>
      </Card>
      <Markdown nodes={about} lang={LANGUAGE} />
      <ThirdParty />
    </div>
  );
}

function ThirdParty() {
  const { t, number } = useTexts();
  const [sought, setSought] = useState('');
  const words = sought.trim().toLowerCase();
  const found = thirdParty.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(words));
  return (
    <Card
      title={t('content.thirdParty')}
      aside={<span className={styles['count']}>{t('content.count', { count: number(found.length) })}</span>}
    >
      <TextField
        label={t('content.thirdParty.find')}
        type="search"
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard it is scrolled where it has the focus. */}
      <ul className={styles['packages']} aria-label={t('content.thirdParty')} tabIndex={0}>
        {found.map(({ name, version, licence }) => (
          <li key={`${name} ${version}`}>
            <span>
              {name} <span className={styles['count']}>{version}</span>
            </span>
            <span>{licence}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">{t('content.nothing')}</p>}
      <a className={styles['feed']} href="/third-party-notices.txt">
        {t('content.thirdParty.texts')}
      </a>
    </Card>
  );
}
