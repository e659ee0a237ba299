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
      <figure className="grid gap-6 shrink note">
        <figcaption>{t('debug.latency.series')}</figcaption>
        <svg
          className={styles['chart']}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('debug.latency.series')}
        >
          {series.map((ms, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a ping is its place in the series
              key={index}
              className={ms === undefined ? styles['lost'] : styles['bar']}
              x={index * step + 1}
              width={Math.max(1, step - 2)}
              y={ms === undefined ? 0 : HEIGHT - (ms / top) * (HEIGHT - 8)}
              height={ms === undefined ? HEIGHT : (ms / top) * (HEIGHT - 8)}
            />
          ))}
        </svg>
        <p className="row justify-between tabular">
          <span>{t('debug.latency.ms', { value: number(0) })}</span>
          <span>{t('debug.latency.upTo', { value: number(top, 1) })}</span>
        </p>
      </figure>
      <figure className="grid gap-6 shrink note">
        <figcaption>{t('debug.latency.histogram')}</figcaption>
        <svg
          className={styles['chart']}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('debug.latency.histogram')}
        >
          {bins.map(({ fromMs, count }, index) => (
            <rect
              key={fromMs}
              className={styles['bar']}
              x={(index * WIDTH) / bins.length + 1}
              width={Math.max(1, WIDTH / bins.length - 2)}
              y={HEIGHT - (count / tallest) * (HEIGHT - 8)}
              height={(count / tallest) * (HEIGHT - 8)}
            />
          ))}
        </svg>
        <p className="row justify-between tabular">
          <span>{t('debug.latency.ms', { value: number(bins[0]?.fromMs ?? 0) })}</span>
          <span>{t('debug.latency.ms', { value: number(bins.at(-1)?.toMs ?? 0) })}</span>
        </p>
      </figure>
    </div>
  );
}
