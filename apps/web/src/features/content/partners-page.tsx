import { Link, useParams } from '@tanstack/react-router';
import { ConnectionPill } from '../../device/dock/connection-pill.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { SearchableCardGrid } from './card-grid.tsx';
import styles from './card-page.module.css';

/** The values of `/partners/:filter`, with their names. */
const FILTERS = [
  ['all', 'content.filter.all'],
  ['free', 'content.filter.free'],
  ['subscription', 'content.filter.subscription'],
  ['vr', 'content.filter.vr'],
  ['oh', 'content.filter.oh'],
] as const;

/** The page of products and services that work with the device, reduced to the filter that the address names. */
export function PartnersPage() {
  const { filter } = useParams({ strict: false });
  return <Partners filter={filter ?? 'all'} />;
}

/** Products and services that work with the device; a chip for each filter. */
function Partners({ filter }: { filter: string }) {
  const { t } = useTexts();
  const linked = useSetting((settings) => settings.connectionKey !== '');
  const known = FILTERS.some(([name]) => name === filter);
  return (
    <div className={styles['wide']}>
      <div className={styles['top']}>
        <h1 className="shrink break">{t('page.partners')}</h1>
        {linked && <ConnectionPill />}
      </div>
      <p className={styles['about']}>{t('content.partners.about')}</p>
      <nav className="row wrap gap-8" aria-label={t('content.filter')}>
        {FILTERS.map(([name, label]) => (
          <Link
            key={name}
            to="/partners/$filter"
            params={{ filter: name }}
            className={styles['chip']}
            aria-current={name === filter ? 'page' : undefined}
          >
            {t(label)}
          </Link>
        ))}
      </nav>
      {known ? (
        <SearchableCardGrid list="partners" tag={filter} />
      ) : (
        <EmptyState
          title={t('content.filter.unknown')}
          text={t('content.filter.unknown.text')}
          action={<LinkButton to="/partners/all">{t('content.filter.all')}</LinkButton>}
        />
      )}
    </div>
  );
}
