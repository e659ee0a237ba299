import type { BeatLeg } from '@tactus/motion';
import { useTexts } from '../../i18n/text.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import type { PlayableBeat } from './beat-editor.ts';
import styles from './beat-graph.module.css';
import { rateJumpSpeed } from './speed-rating.ts';
import { usePlayhead } from './use-playhead.ts';

/** The number of laps drawn: two show the join between them. */
const LAPS = 2;

interface BeatGraphProps {
  beat: PlayableBeat;
  legs: readonly BeatLeg[];
  maxSpeed: number | undefined;
  readColumn: () => number | undefined;
}

/** A graph of two laps over time, coloured where the device cannot follow, with its figures. */
export function BeatGraph({ beat, legs, maxSpeed, readColumn }: BeatGraphProps) {
  const { t, number } = useTexts();
  const columns = beat.levels.length;
  const head = usePlayhead({ readColumn, columns: columns * LAPS, offset: 0 });
  const lapMs = columns * beat.cellMs;
  const fastest = Math.max(0, ...legs.map(({ speed }) => speed));
  const tooFast = legs.filter((leg) => rateJumpSpeed(leg, maxSpeed) === 'too-fast').length;
  const text = t('beatbox.graph.text', { seconds: number(lapMs / 1_000, 2), speed: number(Math.round(fastest)) });
  const drawn = Array.from({ length: LAPS }, (_, lap) => legs.map((leg) => ({ leg, lap }))).flat();
  if (legs.length === 0) return <p className="note">{t('beatbox.graph.empty')}</p>;
  return (
    <>
      <div className={styles['graph']}>
        <svg viewBox={`0 0 ${LAPS * lapMs} 100`} preserveAspectRatio="none" role="img" aria-label={text}>
          <line className={styles['seam']} x1={lapMs} x2={lapMs} y1="0" y2="100" />
          {drawn.map(({ leg, lap }) => (
            <line
              key={`${lap} ${leg.fromMs}`}
              className={styles['leg']}
              data-tone={rateJumpSpeed(leg, maxSpeed)}
              x1={leg.fromMs + lap * lapMs}
              x2={leg.toMs + lap * lapMs}
              y1={100 - leg.from}
              y2={100 - leg.to}
            />
          ))}
        </svg>
        <span ref={head} className={styles['head']} hidden aria-hidden="true" />
      </div>
      <p className={styles['axis']} aria-hidden="true">
        {[0, 1, 2].map((lap) => (
          <span key={lap}>{t('beatbox.seconds', { seconds: number((lap * lapMs) / 1_000, 2) })}</span>
        ))}
      </p>
      <FactList>
        <Fact name={t('beatbox.graph.lap')}>{t('beatbox.seconds', { seconds: number(lapMs / 1_000, 2) })}</Fact>
        <Fact name={t('beatbox.graph.fastest')}>{t('beatbox.speed', { speed: number(Math.round(fastest)) })}</Fact>
        {maxSpeed !== undefined && (
          <Fact name={t('beatbox.graph.device')}>{t('beatbox.speed', { speed: number(Math.round(maxSpeed)) })}</Fact>
        )}
        {tooFast > 0 && <Fact name={t('beatbox.graph.tooFast')}>{number(tooFast)}</Fact>}
      </FactList>
    </>
  );
}
