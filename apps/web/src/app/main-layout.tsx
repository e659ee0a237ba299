import { useLocation } from '@tanstack/react-router';
import { lazy, type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { ConnectionPill } from '../device/dock/connection-pill.tsx';
import { Dock } from '../device/dock/dock.tsx';
import { Brand } from '../features/home/brand.tsx';
import { useTexts } from '../i18n/text.tsx';
import { useSetting } from '../settings/use-settings.tsx';
import { classNames } from '../ui/class-names.ts';
import { DockPlace } from '../ui/dock-place.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { IconEyeOff, IconMenu2, IconX } from '../ui/icons.ts';
import { PanelSlot, PanelSlotProvider } from '../ui/panel-slot.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { DockPositionStrip } from './dock-position-strip.tsx';
import { LatePart, renderNothing } from './late-part.tsx';
import styles from './main-layout.module.css';
import { MainMenu, type MenuActions } from './main-menu.tsx';
import { useSiteStatus } from './offline/site-monitor-context.ts';
import { PHONE_MENU_ID, PhoneMenu } from './phone-menu.tsx';

// Loaded after the page: before that, no fact about the device is known that a banner could show.
const DeviceBanner = lazy(async () => ({ default: (await import('../device/dock/device-banner.tsx')).DeviceBanner }));

/** The screen has room for the menu at its side, as in main-layout.module.css. */
const MENU_AT_SIDE = '(min-width: 1024px)';

interface MainLayoutProps {
  /** The name of the page, and its heading unless it has its own. */
  title: string;
  ownHeading: boolean;
  /** The page reaches to the edges. */
  noPadding: boolean;
  actions: MenuActions;
  children: ReactNode;
}

/** Phone: heading, page, dock within the thumb's reach. Desktop: rail, page and live panel, the dock under both. */
export function MainLayout({ title, ownHeading, noPadding, actions, children }: MainLayoutProps) {
  'use no memo'; // Seldom rendered: what the compiler adds would be larger than what it saves.
  const { t } = useTexts();
  const site = useSiteStatus();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [menuOpen, setMenuOpen] = useState(false);
  const linked = useSetting((settings) => settings.connectionKey !== '');
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  // A screen that is turned may be wide enough for the menu at its side: the page behind an open menu would stay inert.
  if (useMediaQuery(MENU_AT_SIDE) && menuOpen) setMenuOpen(false);
  const MenuIcon = menuOpen ? IconX : IconMenu2;
  return (
    <PanelSlotProvider>
      <div className={styles['layout']}>
        {/* biome-ignore lint/a11y/useValidAnchor: it is a link, which leaves the address alone only where scripts run. */}
        <a className={styles['skip']} href="#page" onClick={skipToPage}>
          {t('app.skip')}
        </a>
        <div className={styles['rail']}>
          <MainMenu top={<Brand />} actions={actions} />
        </div>
        <div className={styles['main']}>
          <div className={styles['content']}>
            <div className="column grow shrink">
              {!ownHeading && (
                <header className={styles['header']}>
                  <h1 className="shrink break">{title}</h1>
                  {linked && <ConnectionPill />}
                </header>
              )}
              <main
                id="page"
                aria-label={title}
                tabIndex={-1}
                inert={menuOpen}
                className={classNames(styles['page'], noPadding && styles['edge'])}
              >
                <LatePart path={path} instead={renderNothing}>
                  <DeviceBanner className={styles['banner']} site={site} />
                </LatePart>
                {children}
              </main>
            </div>
            <PanelSlot className={styles['panel']} label={t('panel.label')} />
          </div>
          <DockPlace>
            {menuOpen && (
              <PhoneMenu onClose={closeMenu} opener={menuButton}>
                <MainMenu onChoose={closeMenu} actions={actions} />
              </PhoneMenu>
            )}
            <Dock
              strip={<DockPositionStrip />}
              menuButton={
                <div className={styles['menuButtons']}>
                  <IconButton
                    ref={menuButton}
                    label={t(menuOpen ? 'menu.close' : 'menu.open')}
                    aria-expanded={menuOpen}
                    aria-controls={menuOpen ? PHONE_MENU_ID : undefined}
                    onClick={() => setMenuOpen(!menuOpen)}
                  >
                    <MenuIcon size={22} stroke={1.75} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={t('app.hide')} onClick={actions.hide}>
                    <IconEyeOff size={22} stroke={1.75} aria-hidden="true" />
                  </IconButton>
                </div>
              }
            />
          </DockPlace>
        </div>
      </div>
    </PanelSlotProvider>
  );
}

/** Leaves the address as it is: what stands behind its `#` is a part of the page, such as a section of the settings. */
function skipToPage(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('page')?.focus();
}
