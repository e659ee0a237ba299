import { useTexts } from '../i18n/text.tsx';
import { ChartCard } from './chart-card.tsx';
import { useDrawnPosition } from './use-drawn-position.ts';

/** The position of the slider over the last seconds, with its axes. Its texts are the part `position`. */
export function PositionCard({ spanS }: { spanS: number }) {
  const { t, number } = useTexts();
  const { read, readings } = useDrawnPosition();
  return (
    <ChartCard
      title={t('position.title')}
      note={t('position.estimated')}
      label={t('position.chart', { seconds: number(spanS) })}
      read={read}
      readings={readings}
      spanS={spanS}
    />
  );
}
