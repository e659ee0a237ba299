import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { IconShare, IconTool, type TablerIcon } from '../../ui/icons.ts';
import { type ControlPage, useControlPages, useFirstControlPage } from './control-pages.ts';
import styles from './home-tiles.module.css';
import { PageTile } from './page-tile.tsx';

/** The pages that people come for most, beside the page to begin with: of those that the device can use. */
const FREQUENT = ['/beatbox', '/random-classic'];

/** Six tiles: the pages that people come for most, sharing, and all others on demand. */
export function HomeTiles() {
  const { t } = useTexts();
  const id = useId();
  const pages = useControlPages();
  const [isOpen, setOpen] = useState(false);
  const begin = useFirstControlPage();
  const first = pages.filter((page) => page.path === '/local' || page === begin);
  const more = pages.filter(({ path }) => FREQUENT.includes(path));
  const others = pages.filter((page) => !first.includes(page) && !more.includes(page));
  const tileOf = ({ path, name, icon }: ControlPage) => (
    <Link key={path} to={path} className={styles['tile']}>
      <TileContent name={t(name)} {...(icon && { icon })} />
    </Link>
  );
  return (
    <div className="column gap-12">
      <div className={styles['tiles']}>
        {first.map(tileOf)}
        <Link to="/remote" hash="share" className={styles['tile']}>
          <TileContent name={t('home.share')} icon={IconShare} />
        </Link>
        {more.map(tileOf)}
        {others.length > 0 && (
          <button
            type="button"
            className={styles['tile']}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <TileContent name={t('home.allTools')} icon={IconTool} />
          </button>
        )}
      </div>
      {isOpen && (
        <div id={id} className="column gap-12">
          {others.map((page) => (
            <PageTile key={page.path} page={page} />
          ))}
        </div>
      )}
    </div>
  );
}

function TileContent({ name, icon: Icon }: { name: string; icon?: TablerIcon }) {
  return (
    <>
      {Icon !== undefined && (
        <span className={styles['icon']}>
          <Icon size={22} stroke={1.75} aria-hidden="true" />
        </span>
      )}
      <span className={styles['name']}>{name}</span>
    </>
  );
}
