import { pointsOfBeat } from '@tactus/motion';
import type { PlayableBeat } from './beat-editor.ts';
import styles from './beat-row.module.css';

/** A thumbnail of a beat: its stored picture, else its curve. Only embedded pictures: nothing is fetched. */
export function BeatPicture({ beat, image }: { beat: PlayableBeat; image: string }) {
  if (image.startsWith('data:image/')) return <img className={styles['picture']} src={image} alt="" />;
  const lapMs = beat.levels.length * beat.cellMs;
  const line = pointsOfBeat(beat, beat.cellMs).map(({ t, x }) => `${(t / lapMs) * 100},${95 - x * 0.9}`);
  return (
    <svg className={styles['picture']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={line.join(' ')} />
    </svg>
  );
}
