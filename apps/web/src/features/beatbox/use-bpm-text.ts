import { useTexts } from '../../i18n/text.tsx';

/** Beats a minute as text: a whole number where possible, else to a tenth. */
export function useBpmText(): (bpm: number) => string {
  const { t, number } = useTexts();
  return (bpm) => {
    const tenths = Math.round(bpm * 10) / 10;
    return t('beatbox.bpm', { bpm: number(tenths, Number.isInteger(tenths) ? 0 : 1) });
  };
}
