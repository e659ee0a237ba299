import { useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconCheck, IconCopy, IconEye, IconEyeOff } from '../../ui/icons.ts';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { maskKey } from './linked-device-name.ts';
import styles from './masked-key-line.module.css';

/** A key, masked until the person shows it, and a copy button. */
export function MaskedKeyLine({ connectionKey }: { connectionKey: string }) {
  const { t } = useTexts();
  const notifications = useNotifications();
  const [shown, setShown] = useState(false);
  const [copied, setCopied] = useState(false);
  const [Eye, Copy] = [shown ? IconEyeOff : IconEye, copied ? IconCheck : IconCopy];

  async function copy() {
    try {
      await navigator.clipboard.writeText(connectionKey);
      setCopied(true);
    } catch {
      // Only secure contexts may copy; elsewhere the person copies the shown key.
      setShown(true);
      notifications.show({ tone: 'warning', message: t('link.key.noCopy') });
    }
  }

  return (
    <div className={styles['line']}>
      <code className={styles['key']}>
        {shown ? (
          connectionKey
        ) : (
          <>
            <span aria-hidden="true">{maskKey(connectionKey)}</span>
            <VisuallyHidden>{t('link.key.hidden')}</VisuallyHidden>
          </>
        )}
      </code>
      <span className={styles['said']} role="status">
        {copied && t('link.key.copied')}
      </span>
      <IconButton label={t(shown ? 'connect.key.hide' : 'connect.key.show')} onClick={() => setShown(!shown)}>
        <Eye size={20} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('link.key.copy')} onClick={() => void copy()} onBlur={() => setCopied(false)}>
        <Copy size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
