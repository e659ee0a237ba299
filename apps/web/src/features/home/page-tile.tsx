import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/text.tsx';
import { IconChevronRight } from '../../ui/icons.ts';
import type { ControlPage } from './control-pages.ts';
import styles from './page-tile.module.css';

/** A link to a page: picture, name, and summary. */
export function PageTile({ page }: { page: ControlPage }) {
  const { t } = useTexts();
  const Icon = page.icon;
  return (
    <Link to={page.path} className={styles['tile']}>
      {Icon !== undefined && (
        <span className={styles['icon']}>
          <Icon size={24} stroke={1.75} aria-hidden="true" />
        </span>
      )}
      <span className="column grow shrink">
        <span className="semibold">{t(page.name)}</span>
        {page.summary !== undefined && <span className="note">{t(page.summary)}</span>}
      </span>
      <IconChevronRight className={styles['arrow']} size={20} aria-hidden="true" />
    </Link>
  );
}
