import { type ReactNode, useState } from 'react';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconFilter, IconSortDescending } from '../../../ui/icons.ts';
import { Select } from '../../../ui/select.tsx';
import styles from './library-filters.module.css';
import {
  countFilters,
  LENGTH_FILTERS,
  LIBRARY_SORTS,
  type LibraryFilters,
  type LibrarySort,
  MEDIUM_MINUTES,
  MEDIUM_SPEED,
  NO_FILTERS,
  PLAYED_FILTERS,
  SCRIPT_FILTERS,
  SPEED_FILTERS,
} from './library-view.ts';
import type { LibraryQueryState } from './use-library-query.ts';

const SORT_TEXTS: Readonly<Record<LibrarySort, MessageKey>> = {
  title: 'player.library.sort.title',
  longest: 'player.library.sort.longest',
  shortest: 'player.library.sort.shortest',
  fastest: 'player.library.sort.fastest',
  slowest: 'player.library.sort.slowest',
  played: 'player.library.sort.played',
  added: 'player.library.sort.added',
};
const LENGTH_TEXTS: Readonly<Record<LibraryFilters['length'], MessageKey>> = {
  any: 'player.library.tag.any',
  short: 'player.library.length.short',
  medium: 'player.library.length.medium',
  long: 'player.library.length.long',
};
const SPEED_TEXTS: Readonly<Record<LibraryFilters['speed'], MessageKey>> = {
  any: 'player.library.tag.any',
  slow: 'player.library.speed.slow',
  medium: 'player.library.speed.medium',
  fast: 'player.library.speed.fast',
};
const PLAYED_TEXTS: Readonly<Record<LibraryFilters['played'], MessageKey>> = {
  any: 'player.library.tag.any',
  never: 'player.library.played.never',
  week: 'player.library.played.week',
  longAgo: 'player.library.played.longAgo',
};
const SCRIPT_TEXTS: Readonly<Record<LibraryFilters['script'], MessageKey>> = {
  any: 'player.library.tag.any',
  with: 'player.library.script.with',
  without: 'player.library.script.without',
};

/** The order of the list, its filters behind a button, and further buttons beside these. */
export function LibraryFiltersBar({ query, children }: { query: LibraryQueryState; children: ReactNode }) {
  const { t, number } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { view, changeView, tags, tag, setTag } = query;
  const bounds = (of: { readonly from: number; readonly to: number }) => ({
    from: number(of.from),
    to: number(of.to),
  });
  const options = <Value extends string>(
    values: readonly Value[],
    texts: Readonly<Record<Value, MessageKey>>,
    amounts: Readonly<Record<string, string>> = {},
  ) => values.map((value) => ({ value, label: t(texts[value], amounts) }));
  const count = countFilters(view) + (tag === '' ? 0 : 1);

  return (
    <>
      <div className={styles['bar']}>
        <span className={styles['sort']}>
          <IconSortDescending size={20} aria-hidden="true" />
          <Select
            label={t('player.library.sort')}
            labelHidden
            options={options(LIBRARY_SORTS, SORT_TEXTS)}
            value={view.sort}
            onChange={(sort) => changeView({ sort })}
          />
        </span>
        <Button
          icon={<IconFilter size={20} aria-hidden="true" />}
          aria-expanded={isOpen}
          data-filters={count > 0 || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{t('player.library.filters', { count })}</span>
        </Button>
        {children}
      </div>
      {isOpen && (
        <fieldset className={styles['filters']} aria-label={t('player.library.filters', { count: 0 })}>
          <Select
            label={t('player.library.length')}
            options={options(LENGTH_FILTERS, LENGTH_TEXTS, bounds(MEDIUM_MINUTES))}
            value={view.length}
            onChange={(length) => changeView({ length })}
          />
          <Select
            label={t('player.library.speed')}
            options={options(SPEED_FILTERS, SPEED_TEXTS, bounds(MEDIUM_SPEED))}
            value={view.speed}
            onChange={(speed) => changeView({ speed })}
          />
          <Select
            label={t('player.library.played')}
            options={options(PLAYED_FILTERS, PLAYED_TEXTS)}
            value={view.played}
            onChange={(played) => changeView({ played })}
          />
          <Select
            label={t('player.library.script')}
            options={options(SCRIPT_FILTERS, SCRIPT_TEXTS)}
            value={view.script}
            onChange={(script) => changeView({ script })}
          />
          {tags.length > 0 && (
            <Select
              label={t('player.library.tag')}
              options={[
                { value: '', label: t('player.library.tag.any') },
                ...tags.map((one) => ({ value: one, label: one })),
              ]}
              value={tag}
              onChange={setTag}
            />
          )}
          {count > 0 && (
            <Button
              variant="plain"
              onClick={() => {
                changeView(NO_FILTERS);
                setTag('');
              }}
            >
              {t('player.library.filters.clear')}
            </Button>
          )}
        </fieldset>
      )}
    </>
  );
}
