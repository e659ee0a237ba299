import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTrackEvent } from '../../analytics/track-context.ts';
import type { LocalizedCard } from '../../content/cards.ts';
import { useCardPage } from '../../content/use-card-page.ts';
import { useCards } from '../../content/use-cards.ts';
import { useLanguage, useTexts } from '../../i18n/text.tsx';
import { IconArrowUpRight, IconChevronRight } from '../../ui/icons.ts';
import styles from './carousel.module.css';
import { useIsAddressOfUse } from './control-pages.ts';

/** The recommendations that the content filters let pass, of pages only those of use with the device in use; nothing where there are none. */
export function RecommendationCarousel() {
  const { t } = useTexts();
  const { language } = useLanguage();
  const isOfUse = useIsAddressOfUse();
  const entries = useCards('carousel', language).cards.filter(({ url }) => isOfUse(url));
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('home.carousel')}>
      <h2 className={styles['title']}>{t('home.carousel')}</h2>
      <ul className={styles['list']}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles['item']}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A page of the app opens in place, anything else beside it. */
function Entry({ entry: { id, title, text, url, lang } }: { entry: LocalizedCard }) {
  const track = useTrackEvent();
  const page = useCardPage(url);
  const Arrow = page ? IconChevronRight : IconArrowUpRight;
  const onClick = () => track('carousel_click', { campaignName: id, url });
  const inside: ReactNode = (
    <>
      <span className="column gap-4" lang={lang}>
        <span className={styles['name']}>{title}</span>
        <span className="note">{text}</span>
      </span>
      <Arrow className={styles['arrow']} size={20} aria-hidden="true" />
    </>
  );
  if (page)
    return (
      <Link {...page} className={styles['entry']} onClick={onClick}>
        {inside}
      </Link>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" className={styles['entry']} onClick={onClick}>
      {inside}
    </a>
  );
}
