import type { ComponentProps } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import styles from './beat-list.module.css';

const ANNOUNCED = {
  taken: 'beatbox.sort.taken',
  over: 'beatbox.sort.over',
  dropped: 'beatbox.sort.dropped',
  cancelled: 'beatbox.sort.cancelled',
} as const;

/** A list of beats, which are put in order by drag or by keyboard. */
export function BeatList(props: Pick<ComponentProps<typeof SortableList>, 'label' | 'items' | 'onOrder'>) {
  const { t, number } = useTexts();
  return (
    <SortableList
      {...props}
      styles={{ ...styles, list: 'grid gap-8' }}
      texts={{
        how: t('beatbox.sort.how'),
        role: t('beatbox.sort.role'),
        handle: (what) => t('beatbox.sort.handle', { what }),
        announce: (step, what, place) => t(ANNOUNCED[step], { what, place: number(place) }),
      }}
    />
  );
}
