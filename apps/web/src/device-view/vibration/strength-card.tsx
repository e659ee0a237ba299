import { useCallback } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { PercentChartCard } from '../position/percent-chart-card.tsx';
import type { ReadPosition } from '../position/position-snapshot.ts';

const noReadings = () => [];
const none = () => 0;

interface StrengthCardProps {
  spanS: number;
  /** The wanted strength, a share 0..1, to which the band reaches; pass the same function in every render. */
  wanted?: () => number;
}

/** The strength that the device reports, over the last seconds. Its texts are the part `hvp`. */
export function StrengthCard({ spanS, wanted = none }: StrengthCardProps) {
  const { t, number } = useTexts();
  const device = useDevice();
  const read = useCallback<ReadPosition>(() => {
    const { enabled, amplitude } = device.store.getState().hvp;
    return { position01: enabled ? amplitude : 0, windowMin01: 0, windowMax01: wanted(), moving: enabled };
  }, [device, wanted]);
  return (
    <PercentChartCard
      title={t('hvp.reported')}
      note={t('hvp.reported.note')}
      label={t('hvp.reported.chart', { seconds: number(spanS) })}
      read={read}
      readings={noReadings}
      spanS={spanS}
    />
  );
}
