import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useStopKey } from '../device/use-stop.ts';
import { ConnectCard } from '../features/connect/connect-card.tsx';
import { ControlPagesContext } from '../features/home/control-pages.ts';
import { useTexts } from '../i18n/text.tsx';
import { useSetting } from '../settings/use-settings.tsx';
import { BareLayout } from './bare-layout.tsx';
import { findRoute } from './find-route.ts';
import { MainLayout } from './main-layout.tsx';
import { menuRows } from './routes.ts';

const CONTROL_PAGES = menuRows('apps').map(({ path, page }) => ({ path, ...page }));

/** Everything around the page: layout, title, focus, and the key that stops. */
export function AppShell() {
  const { t } = useTexts();
  const path = useLocation({ select: (location) => location.pathname });
  const row = findRoute(path);
  const page = row?.page;
  const title = page === undefined ? t('page.notFound') : t(page.name);
  const needsDevice = useSetting(
    (settings) => page !== undefined && row?.app === true && settings.connectionKey === '',
  );
  useStopKey();
  useEffect(() => {
    document.title = page?.name === 'page.home' ? t('app.name') : t('app.title', { page: title });
  });
  useFocusOnNavigation(path);

  const content: ReactNode = needsDevice ? <ConnectCard /> : <Outlet />;
  if (page !== undefined && row?.layout === 'bare') return <BareLayout>{content}</BareLayout>;
  const ownHeading = page === undefined || row?.noPadding === true;
  return (
    <MainLayout title={ownHeading ? undefined : title} noPadding={page !== undefined && ownHeading}>
      <ControlPagesContext value={CONTROL_PAGES}>{content}</ControlPagesContext>
    </MainLayout>
  );
}

/** After a navigation the keyboard goes on from the page, not from the link that is gone. */
function useFocusOnNavigation(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.getElementById('page')?.focus({ preventScroll: true });
  }, [path]);
}
