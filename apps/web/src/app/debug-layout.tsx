import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../i18n/text.tsx';
import styles from './debug-layout.module.css';
import { findRoute, ROUTES } from './routes/routes.ts';

const PAGES = ROUTES.filter((row) => row.layout === 'debug');

/** The layout of the debug pages: tabs above the page that is shown. */
export function DebugLayout({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const here = useLocation({ select: (location) => findRoute(location.pathname)?.path });
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // On a phone the row of tabs is wider than the screen: the tab of this page is scrolled into view.
    if (here !== undefined) current.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [here]);
  return (
    <div className="column gap-16 shrink">
      <nav className={styles['pages']} aria-label={t('page.debug')}>
        <ul className={styles['list']}>
          {PAGES.map(({ path, page }) => (
            <li key={path} ref={path === here ? current : undefined}>
              <Link
                to={path}
                className={styles['page']}
                activeOptions={{ exact: true }}
                aria-current={path === here ? 'page' : undefined}
              >
                {t(path === '/debug' ? 'page.debug.overview' : page.name)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
