import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsOfUse } from '../device/session/capability.ts';
import type { MessageKey } from '../i18n/catalogs.ts';
import { useTexts } from '../i18n/text.tsx';
import { useSetting } from '../settings/use-settings.tsx';
import { IconDeviceGamepad2, IconEyeOff, IconKeyboard, IconSearch, type TablerIcon } from '../ui/icons.ts';
import { HAS_MOUSE, useMediaQuery } from '../ui/use-media-query.ts';
import { STOP_AND_HIDE_KEY } from './actions/use-hide-screen.ts';
import styles from './main-menu.module.css';
import { type MenuEntry, menuEntryOf, SHARE_ENTRY } from './routes/menu-entry.ts';
import { findRoute, type MenuGroup, type RouteRow, routesOfMenuGroup } from './routes/routes.ts';

const GROUPS: readonly { group: MenuGroup; name?: MessageKey }[] = [
  { group: 'home' },
  { group: 'apps', name: 'menu.apps' },
  { group: 'products', name: 'menu.products' },
  { group: 'content', name: 'menu.content' },
  { group: 'settings', name: 'menu.settings' },
];

const addressOf = (path: string | undefined, hash: string) => `${path}#${hash}`;

/** The place of Share among the apps: after the player and the page to begin with, as on home. */
const SHARE_PLACE = 2;

/** In place of the help about keys on a screen without a mouse, which rarely comes with a keyboard. */
const GAMEPAD_ENTRY: MenuEntry = {
  ...{ to: '/settings', path: '/settings', hash: 'gamepad', name: 'menu.gamepad', icon: IconDeviceGamepad2 },
};

interface MainMenuProps {
  top?: ReactNode;
  onChoose?: () => void;
  actions: MenuActions;
}

/** The actions of the menu beside navigation. */
export interface MenuActions {
  /** Hides the screen. */
  readonly hide: () => void;
  /** Opens the command palette, where every action and page is. */
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}

/** The pages of the app by group: only those of use with the linked device. Groups without such a page are left out. */
export function MainMenu({ top, onChoose, actions }: MainMenuProps) {
  'use no memo'; // Rendered with a page: what the compiler adds would be larger than what it saves.
  const { t } = useTexts();
  const here = useLocation({
    select: ({ pathname, hash }) => addressOf(findRoute(pathname)?.path, hash === SHARE_ENTRY.hash ? hash : ''),
  });
  const developer = useSetting((settings) => settings.developerMode);
  const isOfUse = useIsOfUse();
  const hasMouse = useMediaQuery(HAS_MOUSE);
  const chosen = onChoose && { onChoose };
  const isListed = ({ layout, page }: RouteRow) => (developer || layout !== 'debug') && isOfUse(page);
  return (
    <nav className={styles['menu']} aria-label={t('menu.label')}>
      {top}
      {GROUPS.map(({ group, name }) => {
        const entries = routesOfMenuGroup(group).filter(isListed).map(menuEntryOf);
        if (group === 'apps') entries.splice(SHARE_PLACE, 0, SHARE_ENTRY);
        if (entries.length === 0) return null;
        return (
          <div key={group} className={styles['group']}>
            {name !== undefined && <h2 className={styles['name']}>{t(name)}</h2>}
            <ul>
              {entries.map((entry) => (
                <li key={entry.name}>
                  <Item entry={entry} here={here} {...chosen} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <div className={styles['actions']}>
        <MenuAction
          icon={IconSearch}
          shortcut="Control+K"
          shown="Ctrl K"
          onClick={after(onChoose, actions.openPalette)}
        >
          {t('menu.palette')}
        </MenuAction>
        {hasMouse ? (
          <MenuAction icon={IconKeyboard} shortcut="?" shown="?" onClick={after(onChoose, actions.openHelp)}>
            {t('menu.help')}
          </MenuAction>
        ) : (
          <Item entry={GAMEPAD_ENTRY} here={here} {...chosen} />
        )}
        <MenuAction
          icon={IconEyeOff}
          shortcut={STOP_AND_HIDE_KEY}
          shown={STOP_AND_HIDE_KEY.toUpperCase()}
          onClick={actions.hide}
        >
          {t('app.hide')}
        </MenuAction>
      </div>
    </nav>
  );
}

/** The menu of a phone is closed before a dialog opens over it. */
const after = (first: (() => void) | undefined, then: () => void) => () => {
  first?.();
  then();
};

interface MenuActionProps {
  icon: TablerIcon;
  shortcut: string;
  shown: string;
  onClick: () => void;
  children: string;
}

function MenuAction({ icon: Icon, shortcut, shown, onClick, children }: MenuActionProps) {
  return (
    <button type="button" className={styles['item']} title={children} aria-keyshortcuts={shortcut} onClick={onClick}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span className={styles['words']}>{children}</span>
      <kbd className={styles['key']}>{shown}</kbd>
    </button>
  );
}

function Item({ entry, here, onChoose }: { entry: MenuEntry; here: string; onChoose?: () => void }) {
  const { t } = useTexts();
  const { to, path, hash = '', name, icon: Icon } = entry;
  return (
    <Link
      to={to}
      hash={hash}
      className={styles['item']}
      aria-current={addressOf(path, hash) === here ? 'page' : undefined}
      activeOptions={{ exact: true, includeHash: true }}
      {...(onChoose && { onClick: onChoose })}
    >
      {Icon !== undefined && <Icon size={20} stroke={1.75} aria-hidden="true" />}
      <span className={styles['words']}>{t(name)}</span>
    </Link>
  );
}
