import { Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { useWakeLock } from '../device/browser/use-wake-lock.ts';
import { useStopOnEscape } from '../device/dock/use-stop.ts';
import { useShowStopReason } from '../device/session/stop-reason.ts';
import { ControlPagesContext, GoOnContext } from '../features/home/control-pages.ts';
import { useTexts } from '../i18n/text.tsx';
import { useSetting } from '../settings/use-settings.tsx';
import { useIgnoreRepeatedEnter } from '../ui/use-ignore-repeated-enter.ts';
import { useEarlyKeys } from './actions/early-keys.ts';
import { useHideScreen } from './actions/use-hide-screen.ts';
import { BareLayout } from './bare-layout.tsx';
import { BlankScreen } from './blank-screen.tsx';
import { ErrorPage } from './error-page.tsx';
import { LatePart, renderNothing } from './late-part.tsx';
import { MainLayout } from './main-layout.tsx';
import { isSharingShown, navigatedPath } from './routes/menu-entry.ts';
import { findRoute, mayGoOnBeside, routesOfMenuGroup } from './routes/routes.ts';

const CONTROL_PAGES = routesOfMenuGroup('apps').map(({ path, page }) => ({ path, ...page }));
const NoDeviceLinkedCard = lazy(async () => ({
  default: (await import('../features/connect/no-device-card.tsx')).NoDeviceLinkedCard,
}));
const PlayerHost = lazy(async () => ({ default: (await import('../features/player/player-host.tsx')).PlayerHost }));
const GoOnCard = lazy(async () => ({ default: (await import('../features/player/go-on/go-on-card.tsx')).GoOnCard }));
const DebugLayout = lazy(async () => ({ default: (await import('./debug-layout.tsx')).DebugLayout }));
// Loaded after the page: keys, gamepad, palette and help sheet are no part of the first load.
const Actions = lazy(async () => ({ default: (await import('./actions/global-shortcuts.tsx')).GlobalShortcuts }));
const ContinueSharing = lazy(async () => ({
  default: (await import('../sharing/live/continue-sharing.tsx')).ContinueSharing,
}));
const LiveSharing = lazy(async () => ({ default: (await import('../sharing/live/live-sharing.tsx')).LiveSharing }));

/** Everything around the page: layout, title, focus, and the keys that stop and hide. */
export function AppShell() {
  const { t } = useTexts();
  const path = useLocation({ select: (location) => location.pathname });
  const row = findRoute(path);
  const page = row?.page;
  const isSharing = useLocation({ select: isSharingShown });
  const title = t(isSharing ? 'home.share' : (page?.name ?? 'page.notFound'));
  const needsDevice = useSetting(
    (settings) => page !== undefined && row?.app === true && settings.connectionKey === '',
  );
  const connectionKey = useSetting((settings) => settings.connectionKey);
  // Once the player was shown, what is open there stays open on other pages.
  const isAtPlayer = row?.path === '/local';
  const isShown = useRouterState({ select: ({ status }) => status === 'idle' });
  const [hasPlayer, setHasPlayer] = useState(false);
  if (isAtPlayer && isShown && !hasPlayer) setHasPlayer(true);
  const [isFilmOpen, setFilmOpen] = useState(false);
  useStopOnEscape();
  useIgnoreRepeatedEnter();
  useWakeLock();
  // Shortcuts are off on the page that sets them: a key pressed there may be meant as a new binding.
  const { hidden, hide, show } = useHideScreen({
    shortcut: row?.path !== '/settings',
    showReason: useShowStopReason(),
  });
  useEffect(() => {
    if (hidden) document.title = t('app.hidden');
    else document.title = page?.name === 'page.home' ? t('app.name') : t('app.title', { page: title });
  });
  useFocusOnNavigation(useLocation({ select: navigatedPath }));
  const takeEarlyKeys = useEarlyKeys(path);
  const [sheet, setSheet] = useState<'palette' | 'help'>();
  const actions = { hide, openPalette: () => setSheet('palette'), openHelp: () => setSheet('help') };

  const content: ReactNode = needsDevice ? (
    <LatePart path={path} instead={ErrorPage}>
      <NoDeviceLinkedCard />
    </LatePart>
  ) : (
    <Outlet />
  );
  const inLayout =
    page !== undefined && row?.layout === 'debug' ? (
      <LatePart path={path} instead={ErrorPage}>
        <DebugLayout>{content}</DebugLayout>
      </LatePart>
    ) : (
      content
    );
  const ownHeading = page === undefined || row?.noPadding === true;
  return (
    <>
      {page !== undefined && row?.layout === 'bare' ? (
        <BareLayout title={title} ownDock={page.ownDock === true}>
          {content}
        </BareLayout>
      ) : (
        <MainLayout
          title={title}
          ownHeading={ownHeading}
          noPadding={page !== undefined && ownHeading}
          actions={actions}
        >
          <LatePart path={path} instead={renderNothing}>
            <LiveSharing isSaid={isSharing} />
          </LatePart>
          <ControlPagesContext value={CONTROL_PAGES}>
            <GoOnContext value={isFilmOpen ? null : GoOn}>{inLayout}</GoOnContext>
          </ControlPagesContext>
          {hasPlayer && connectionKey !== '' && (
            <LatePart path={path} instead={ErrorPage}>
              <PlayerHost
                isAway={!isAtPlayer}
                isBlocked={!isAtPlayer && !mayGoOnBeside(row)}
                isOpen={isFilmOpen}
                onOpenChange={setFilmOpen}
                onHide={hide}
              />
            </LatePart>
          )}
        </MainLayout>
      )}
      <LatePart path={path} instead={renderNothing}>
        <Actions {...{ hide, sheet, takeEarlyKeys }} onSheet={setSheet} />
      </LatePart>
      <LatePart path={path} instead={renderNothing}>
        <ContinueSharing />
      </LatePart>
      {hidden && <BlankScreen onReturn={show} />}
    </>
  );
}

function GoOn(props: { onRead: () => void }) {
  return (
    <LatePart path="/" instead={renderNothing}>
      <GoOnCard {...props} />
    </LatePart>
  );
}

/** After a navigation the focus moves to the page: the link that had it is gone. */
function useFocusOnNavigation(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.getElementById('page')?.focus({ preventScroll: true });
  }, [path]);
}
