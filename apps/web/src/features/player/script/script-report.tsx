import type { ScriptRepair } from '@tactus/motion';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import type { LoadedScript } from './script-loader.ts';
import styles from './script-report.module.css';

/** The changes made while reading a file, as text. */
const CHANGE_TEXTS: Readonly<Record<ScriptRepair, MessageKey>> = {
  'stroke-axis': 'player.script.change.strokeAxis',
  'raw-actions': 'player.script.change.rawActions',
  inverted: 'player.script.change.inverted',
  rounded: 'player.script.change.rounded',
  clamped: 'player.script.change.clamped',
  sorted: 'player.script.change.sorted',
  repeated: 'player.script.change.repeated',
  dropped: 'player.script.change.dropped',
};

/** The figures of the script, the changes made while reading it, and the parts of the file that this device cannot use. */
export function ScriptReport({ script }: { script: LoadedScript }) {
  const { t, number } = useTexts();
  const { statistics, notes, about } = script;
  const speed = (value: number) => t('player.recipe.perSecond', { value: number(Math.round(value)) });
  const facts: readonly (readonly [MessageKey, string])[] = [
    ['player.script.points', number(statistics.points)],
    ['player.script.duration', formatClockTime(statistics.durationMs)],
    ['player.script.moving', formatClockTime(statistics.movingMs)],
    ['player.script.strokes', number(Math.round(statistics.strokesPerMinute))],
    ['player.script.meanSpeed', speed(statistics.meanSpeed)],
    ['player.script.highSpeed', speed(statistics.highSpeed)],
    ['player.script.maxSpeed', speed(statistics.maxSpeed)],
    ['player.script.range', t('unit.percentRange', { min: number(statistics.low), max: number(statistics.high) })],
  ];
  return (
    <Card title={t('player.script.title')}>
      <p className="medium break">{about.title ?? script.name}</p>
      <dl className="grid gap-4">
        {facts.map(([key, value]) => (
          <div key={key} className={styles['fact']}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <>
          <h3 className={styles['heading']}>{t('player.script.changed')}</h3>
          <ul className={styles['notes']}>
            {notes.map(({ change, points }) => (
              <li key={change}>{t(CHANGE_TEXTS[change], { count: points })}</li>
            ))}
          </ul>
        </>
      )}
      {about.range !== undefined && (
        <p className="note">{t('player.script.fileRange', { percent: number(about.range) })}</p>
      )}
      {about.otherAxes.length > 0 && (
        <p className="note">{t('player.script.otherAxes', { axes: about.otherAxes.join(', ') })}</p>
      )}
    </Card>
  );
}
