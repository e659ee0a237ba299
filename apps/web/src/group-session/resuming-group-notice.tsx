import { useTexts } from '../i18n/text.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import styles from './group-session.module.css';

/** The page was reloaded, and checks with home whether the session of its tab is still valid. `failed`: no answer yet. */
export function ResumingGroupNotice({ failed }: { failed: boolean }) {
  const { t } = useTexts();
  return (
    <>
      <p className={styles['status']} role="status">
        {t('group.resuming')}
      </p>
      {failed && (
        <Alert tone="warning" title={t('connection.noNetwork')}>
          {t('group.resuming.failed')}
        </Alert>
      )}
    </>
  );
}

/** Another tab of this browser has the session: this tab waits until the person moves it here. */
export function GroupUsedElsewhereNotice({ onTakeOver }: { onTakeOver: () => void }) {
  const { t } = useTexts();
  return (
    <Alert
      tone="info"
      title={t('group.elsewhere')}
      action={<Button onClick={onTakeOver}>{t('group.elsewhere.take')}</Button>}
    >
      {t('group.elsewhere.text')}
    </Alert>
  );
}
