import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/text.tsx';
import styles from './brand.module.css';

/** The name and logo of the app, as a link home. */
export function Brand() {
  const { t } = useTexts();
  return (
    <Link to="/" className={styles['brand']} aria-label={t('app.home')}>
      <span className={styles['sign']} aria-hidden="true" />
      {t('app.name')}
    </Link>
  );
}
