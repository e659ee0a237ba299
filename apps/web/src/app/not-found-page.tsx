import { useLocation } from '@tanstack/react-router';
import { useTexts } from '../i18n/text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { nearestRoute } from './nearest-route.ts';

/** Shown at an unknown address: the nearest page, and a link home. */
export function NotFoundPage() {
  const { t } = useTexts();
  const path = useLocation({ select: (location) => location.pathname });
  const nearest = nearestRoute(path);
  return (
    <EmptyState
      level={1}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <>
          {nearest?.page !== undefined && (
            <LinkButton to={nearest.path} variant="primary">
              {t('notFound.nearest', { page: t(nearest.page.name) })}
            </LinkButton>
          )}
          <LinkButton to="/">{t('notFound.home')}</LinkButton>
        </>
      }
    />
  );
}
