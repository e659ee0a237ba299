import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LocalizedCard } from '../../content/cards.ts';
import { useCardPage } from '../../content/use-card-page.ts';
import { useCards } from '../../content/use-cards.ts';
import { useLanguage, useTexts } from '../../i18n/text.tsx';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconArrowUpRight, IconChevronRight, IconCloudOff, IconFilterOff } from '../../ui/icons.ts';
import { Pill } from '../../ui/pill.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './card-grid.module.css';

interface CardGridProps {
  list: 'community' | 'partners';
  /** Only cards with this tag; left out: all. */
  tag?: string | undefined;
}

/** The cards of a list with a search over their texts; explains why where there are none. */
export function SearchableCardGrid({ list, tag }: CardGridProps) {
  const { t, number } = useTexts();
  const { language } = useLanguage();
  const { state, cards, hidden, reload } = useCards(list, language);
  const [sought, setSought] = useState('');
  const words = sought.toLowerCase().split(/\s+/);
  const fits = (card: LocalizedCard) => hasTag(card, tag) && words.every((word) => textOf(card).includes(word));
  const found = cards.filter(fits);
  if (state === 'failed')
    return (
      <EmptyState
        picture={<IconCloudOff size={40} stroke={1.5} aria-hidden="true" />}
        title={t('content.failed')}
        text={t('content.failed.text')}
        action={<Button onClick={reload}>{t('content.again')}</Button>}
      />
    );
  return (
    <div className="grid gap-20" aria-busy={state === 'loading'}>
      <TextField
        label={t('content.find')}
        type="search"
        value={sought}
        onChange={({ target }) => setSought(target.value)}
        hint={state === 'loaded' ? t('content.count', { count: number(found.length) }) : t('content.loading')}
      />
      <ul className={styles['cards']}>
        {found.map((card) => (
          <Tile key={card.id} card={card} />
        ))}
      </ul>
      {state === 'loaded' && found.length === 0 && <NothingShown hidden={hidden.filter(fits).length} />}
    </div>
  );
}

/** Why no card is shown. Where the content filters hide all cards, one press switches them off. */
function NothingShown({ hidden }: { hidden: number }) {
  const { t, number } = useTexts();
  const settings = useSettingsStore();
  const showAll = () => settings.update({ femaleContentFilter: false, japaneseContentFilter: false });
  return (
    <EmptyState
      picture={<IconFilterOff size={40} stroke={1.5} aria-hidden="true" />}
      title={t(hidden > 0 ? 'content.hidden' : 'content.nothing')}
      text={hidden > 0 ? t('content.hidden.text', { count: number(hidden) }) : t('content.nothing.text')}
      action={hidden > 0 ? <Button onClick={showAll}>{t('content.hidden.show')}</Button> : undefined}
    />
  );
}

const hasTag = (card: LocalizedCard, tag: string | undefined) =>
  tag === undefined || tag === 'all' || card.tags.includes(tag);

const textOf = ({ title, text, licence = '', devices = '' }: LocalizedCard) =>
  [title, text, licence, devices].join(' ').toLowerCase();

/** A page of the app opens in place, so that a linked device stays linked. */
function Tile({ card: { title, text, url, licence, devices, lang } }: { card: LocalizedCard }) {
  const page = useCardPage(url);
  const elsewhere = !url.startsWith('/');
  return (
    <li className={styles['card']} lang={lang}>
      {page ? (
        <Link {...page} className={styles['link']}>
          {title}
          <IconChevronRight size={18} aria-hidden="true" />
        </Link>
      ) : (
        <a className={styles['link']} href={url} {...(elsewhere && { target: '_blank', rel: 'noreferrer' })}>
          {title}
          <IconArrowUpRight size={18} aria-hidden="true" />
        </a>
      )}
      <p className="grow muted">{text}</p>
      <div className="row wrap gap-8">
        {licence !== undefined && <Pill>{licence}</Pill>}
        {devices !== undefined && <Pill>{devices}</Pill>}
      </div>
    </li>
  );
}
