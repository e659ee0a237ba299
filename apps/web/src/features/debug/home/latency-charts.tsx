import { useTexts } from '../../../i18n/text.tsx';
import styles from './latency-charts.module.css';
import { latencyHistogram } from './latency-stats.ts';

/** The drawings' own units. */
const WIDTH = 400;
const HEIGHT = 120;

/** A series over time, and its histogram. The figures beside them give the same as text. */
export function LatencyCharts({ series, most }: { series: readonly (number | undefined)[]; most: number }) {
  const { t, number } = useTexts();
  const top = Math.max(1, ...series.map((ms) => ms ?? 0));
  const bins = latencyHistogram(series);
  const tallest = Math.max(1, ...bins.map(({ count }) => count));
  const step = WIDTH / most;
  return (
    <div className={styles['charts']}>
      <Chart
        title={t('debug.latency.series')}
        ends={[t('debug.latency.ms', { value: number(0) }), t('debug.latency.upTo', { value: number(top, 1) })]}
        bars={series.map((ms, index) => ({ x: index * step, width: step, share: ms === undefined ? ms : ms / top }))}
      />
      <Chart
        title={t('debug.latency.histogram')}
        ends={[bins[0]?.fromMs, bins.at(-1)?.toMs].map((ms) => t('debug.latency.ms', { value: number(ms ?? 0) }))}
        bars={bins.map(({ count }, index) => ({
          x: (index * WIDTH) / bins.length,
          width: WIDTH / bins.length,
          share: count / tallest,
        }))}
      />
    </div>
  );
}

interface ChartProps {
  title: string;
  /** What is written below its ends. */
  ends: readonly string[];
  /** The bars from left to right; `share` is the height, 0..1, undefined for a ping without an answer. */
  bars: readonly { x: number; width: number; share: number | undefined }[];
}

function Chart({ title, ends, bars }: ChartProps) {
  return (
    <figure className="grid gap-6 shrink note">
      <figcaption>{title}</figcaption>
      <svg
        className={styles['chart']}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={title}
      >
        {bars.map(({ x, width, share }) => (
          <rect
            key={x}
            className={share === undefined ? styles['lost'] : styles['bar']}
            x={x + 1}
            width={Math.max(1, width - 2)}
            y={share === undefined ? 0 : HEIGHT - share * (HEIGHT - 8)}
            height={share === undefined ? HEIGHT : share * (HEIGHT - 8)}
          />
        ))}
      </svg>
      <p className="row justify-between tabular">
        {ends.map((end, index) => (
          <span key={index === 0 ? 'from' : 'to'}>{end}</span>
        ))}
      </p>
    </figure>
  );
}
