import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { forgetOpenedLink } from '../../sharing/opened-link.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { IconKey } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { sharedModeOfRoute } from './mode-of-route.ts';
import styles from './share.module.css';

/**
 * The legacy link with a plain connection key: nothing happens before the person has read that it gives full control, and
 * goes on. From then on the device is linked as if its key had been typed in.
 */
export function LegacyKeyLinkWarning({ connectionKey, route }: { connectionKey: string; route: string | undefined }) {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const navigate = useNavigate();
  // Leaving the page means that the person has linked the key, or does not want it.
  useEffect(() => () => forgetOpenedLink(connectionKey), [connectionKey]);
  return (
    <div className={styles['joinForm']}>
      <span className={styles['endIcon']} aria-hidden="true">
        <IconKey size={40} stroke={1.5} />
      </span>
      <h1>{t('share.key.title')}</h1>
      <p>{t('share.key.text')}</p>
      <Alert tone="warning" title={t('share.key.once')} />
      <Button
        variant="primary"
        size="lg"
        wide
        onClick={() => {
          settings.update({ connectionKey, deviceSelectionComplete: true });
          void navigate({ to: `/${sharedModeOfRoute(route) ?? 'remote'}` });
        }}
      >
        {t('share.key.continue')}
      </Button>
      <LinkButton to="/" wide>
        {t('share.key.stay')}
      </LinkButton>
    </div>
  );
}
