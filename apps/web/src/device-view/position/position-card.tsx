import { useCallback } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { PercentChartCard } from './percent-chart-card.tsx';
import type { ReadFraction } from './position-snapshot.ts';
import { usePositionReader } from './use-position-reader.ts';

interface PositionCardProps {
  spanS: number;
  /** The target of the slider, a share 0..1 of the stroke; pass the same function in every render. */
  commanded?: ReadFraction;
}

/** The position of the slider over the last seconds, with its axes. Its texts are the part `position`. */
export function PositionCard({ spanS, commanded }: PositionCardProps) {
  const { t, number } = useTexts();
  const { read, readings } = usePositionReader();
  const inTravel = useCallback<ReadFraction>(() => {
    const share = commanded?.();
    const position = read();
    if (share === undefined || position === undefined) return undefined;
    return position.windowMin01 + share * (position.windowMax01 - position.windowMin01);
  }, [commanded, read]);
  return (
    <PercentChartCard
      title={t('position.title')}
      note={t(commanded === undefined ? 'position.estimated' : 'position.againstAsked')}
      label={t('position.chart', { seconds: number(spanS) })}
      read={read}
      readings={readings}
      commanded={commanded && inTravel}
      spanS={spanS}
    />
  );
}
