import { useTexts } from '../../i18n/text.tsx';
import { IconRoute } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { SearchableCardGrid } from './card-grid.tsx';
import styles from './card-page.module.css';

/** Open projects around the device: editors, players, libraries. */
export function CommunityPage() {
  const { t } = useTexts();
  return (
    <div className="grid gap-20">
      <div className={styles['head']}>
        <p>{t('content.community.about')}</p>
        <LinkButton to="/partners/all" icon={<IconRoute size={20} aria-hidden="true" />}>
          {t('page.partners')}
        </LinkButton>
      </div>
      <SearchableCardGrid list="community" />
    </div>
  );
}
