import type { ErrorComponentProps } from '@tanstack/react-router';
import { messageOf } from '../device/log.ts';
import { useTexts } from '../i18n/text.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** What stands where a page failed: the message, and the ways on. The dock and Stop stay. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { t } = useTexts();
  return (
    <EmptyState
      title={t('errorPage.title')}
      text={t('errorPage.text', { message: messageOf(error) })}
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
