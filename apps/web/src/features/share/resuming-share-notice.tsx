import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { IconBrowser, IconRefresh } from '../../ui/icons.ts';
import styles from './share.module.css';

/** The page was reloaded, and checks whether the session of its tab is still valid. `failed`: no answer yet. */
export function ResumingShareNotice({ failed }: { failed: boolean }) {
  const { t } = useTexts();
  return (
    <div className={styles['joinForm']}>
      <span className={styles['endIcon']} aria-hidden="true">
        <IconRefresh size={40} stroke={1.5} />
      </span>
      <h1 role="status">{t('share.resuming')}</h1>
      {failed && (
        <Alert tone="warning" title={t('connection.noNetwork')}>
          {t('share.resuming.failed')}
        </Alert>
      )}
    </div>
  );
}

interface UsedElsewhereProps {
  onTakeOver: () => void;
  /** Undefined where that needs the link, which is not available. */
  onJoinAnew: (() => void) | undefined;
}

/** Another tab of this browser uses the session: this tab waits until the person moves it here. */
export function ShareUsedInOtherTabNotice({ onTakeOver, onJoinAnew }: UsedElsewhereProps) {
  const { t } = useTexts();
  return (
    <div className={styles['joinForm']}>
      <span className={styles['endIcon']} aria-hidden="true">
        <IconBrowser size={40} stroke={1.5} />
      </span>
      <h1 role="status">{t('share.elsewhere')}</h1>
      <p>{t('share.elsewhere.text')}</p>
      <Button variant="primary" size="lg" wide onClick={onTakeOver}>
        {t('share.elsewhere.take')}
      </Button>
      {onJoinAnew ? (
        <Button size="lg" wide onClick={onJoinAnew}>
          {t('share.elsewhere.anew')}
        </Button>
      ) : (
        <p>{t('share.elsewhere.link')}</p>
      )}
    </div>
  );
}
