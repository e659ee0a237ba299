import { connectionStatus } from '@tactus/sdk';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useDeviceState } from '../device/session/device-context.tsx';
import { messageOfThrown } from '../device/session/log.ts';
import { useTexts } from '../i18n/text.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** Shown where a page failed: the message, and links to go on. The dock stays, with Stop where the device can be reached. */
export function ErrorPage({ error }: ErrorComponentProps) {
  'use no memo'; // Seldom rendered: what the compiler adds would be larger than what it saves.
  const { t } = useTexts();
  const canStop = useDeviceState((device) => connectionStatus(device) === 'ready');
  const text = t('errorPage.text', { message: messageOfThrown(error) });
  return (
    <EmptyState
      title={t('errorPage.title')}
      text={canStop ? `${text} ${t('errorPage.stop')}` : text}
      action={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('errorPage.reload')}
          </Button>
          <LinkButton to="/">{t('notFound.home')}</LinkButton>
        </>
      }
    />
  );
}
