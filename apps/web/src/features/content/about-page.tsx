import thirdParty from 'virtual:third-party';
import { useEffect, useState } from 'react';
import type { Language } from '../../i18n/languages.ts';
import { useLanguage, useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import type { MarkdownNode } from '../../ui/markdown-node.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './content-pages.module.css';
import { useNewerVersion } from './use-newer-version.ts';

/** One chunk per language: only the person's own is loaded. */
const TEXTS = import.meta.glob<{ default: readonly MarkdownNode[] }>('./about/*.md');

/** Licence, privacy, third-party packages, and the version. */
export function AboutPage() {
  const { t } = useTexts();
  return (
    <div className={styles['page']}>
      <Card title={t('content.version')}>
        <FactList>
          <Fact name={t('app.name')}>{import.meta.env.VITE_VERSION}</Fact>
          <Fact name={t('content.licence')}>MIT</Fact>
          <Fact name={t('content.api')}>
            <a href="/api/docs/">{t('content.api.open')}</a>
          </Fact>
        </FactList>
        <NewerVersion />
      </Card>
      <About />
      <ThirdParty />
    </div>
  );
}

/** A newer version of the server, and how its owner gets it. */
function NewerVersion() {
  const { t } = useTexts();
  const found = useNewerVersion();
  return (
    found && (
      <Alert tone="info" title={t('content.newer', { newest: found.newest })}>
        {t('content.newer.text', { version: found.version })} <code>{found.command}</code>
      </Alert>
    )
  );
}

/** The text in the person's language. A text that cannot be loaded fails the page, which offers to try again. */
function About() {
  const { language } = useLanguage();
  const [shown, setShown] = useState<{ language: Language; nodes: readonly MarkdownNode[] }>();
  const [failure, setFailure] = useState<{ reason: unknown }>();
  useEffect(() => {
    let isCurrent = true;
    TEXTS[`./about/${language}.md`]?.().then(
      ({ default: nodes }) => isCurrent && setShown({ language, nodes }),
      (reason: unknown) => isCurrent && setFailure({ reason }),
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  if (failure) throw failure.reason;
  return shown && <Markdown nodes={shown.nodes} lang={shown.language} />;
}

function ThirdParty() {
  const { t, number } = useTexts();
  const [sought, setSought] = useState('');
  const words = sought.trim().toLowerCase();
  const found = thirdParty.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(words));
  return (
    <Card
      title={t('content.thirdParty')}
      aside={<span className="note tabular">{t('content.count', { count: number(found.length) })}</span>}
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
              {name} <span className="note tabular">{version}</span>
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
