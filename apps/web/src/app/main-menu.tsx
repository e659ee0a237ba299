import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MessageKey } from '../i18n/catalogs.ts';
import { useTexts } from '../i18n/text.tsx';
import { useSetting } from '../settings/use-settings.tsx';
import { findRoute } from './find-route.ts';
import styles from './main-menu.module.css';
import { type BuiltRoute, type MenuGroup, menuRows } from './routes.ts';

const GROUPS: readonly { group: MenuGroup; name?: MessageKey }[] = [
  { group: 'home' },
  { group: 'apps', name: 'menu.apps' },
  { group: 'products', name: 'menu.products' },
  { group: 'content', name: 'menu.content' },
  { group: 'settings', name: 'menu.settings' },
];

/** The pages of the app by group. Groups without a built page are not there. */
export function MainMenu({ top, onChoose }: { top?: ReactNode; onChoose?: () => void }) {
  const { t } = useTexts();
  const here = useLocation({ select: (location) => findRoute(location.pathname)?.path });
  const developer = useSetting((settings) => settings.developerMode);
  return (
    <nav className={styles['menu']} aria-label={t('menu.label')}>
      {top}
      {GROUPS.map(({ group, name }) => {
        const rows = menuRows(group).filter((row) => developer || row.layout !== 'debug');
        if (rows.length === 0) return null;
        return (
          <div key={group} className={styles['group']}>
            {name !== undefined && <h2 className={styles['name']}>{t(name)}</h2>}
            <ul>
              {rows.map((row) => (
                <li key={row.path}>
                  <Item row={row} current={row.path === here} {...(onChoose && { onChoose })} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function Item({ row, current, onChoose }: { row: BuiltRoute; current: boolean; onChoose?: () => void }) {
  const { t } = useTexts();
  const Icon = row.page.icon;
  return (
    <Link
      to={row.path}
      className={styles['item']}
      aria-current={current ? 'page' : undefined}
      activeOptions={{ exact: true }}
      {...(onChoose && { onClick: onChoose })}
    >
      {Icon !== undefined && <Icon size={20} stroke={1.75} aria-hidden="true" />}
      {t(row.page.name)}
    </Link>
  );
}
