import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { useClock } from '../../ui/time-context.tsx';
import styles from './percent-chart-card.module.css';
import { PositionChart } from './position-chart.tsx';
import type { ReadFraction, ReadPosition, ReportedPositionDot } from './position-snapshot.ts';

interface ChartCardProps {
  title: string;
  /** The kind of values: estimated or reported. */
  note: string;
  /** The name of the chart for assistive technology. */
  label: string;
  read: ReadPosition;
  readings: () => readonly ReportedPositionDot[];
  commanded?: ReadFraction | undefined;
  spanS: number;
}

/** A value between 0 and 100 % over the last seconds, with its axes. Its texts are the part `position`. */
export function PercentChartCard({ title, note, label, read, readings, commanded, spanS }: ChartCardProps) {
  const { t, number } = useTexts();
  const time = useClock();
  return (
    <Card title={title} aside={<span className="note">{note}</span>}>
      <div className={styles['chart']}>
        <span className={styles['tick']}>{t('unit.percent', { value: number(100) })}</span>
        <PositionChart
          read={read}
          readings={readings}
          commanded={commanded}
          time={time}
          spanMs={spanS * 1000}
          label={label}
        />
        <span className={styles['tick']}>{t('unit.percent', { value: number(0) })}</span>
      </div>
      <p className={styles['axis']}>
        <span>{t('position.ago', { seconds: number(spanS) })}</span>
        <span>{t('position.now')}</span>
      </p>
    </Card>
  );
}
