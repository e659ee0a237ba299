import { MovePad } from '../../device-view/controls/move-pad.tsx';
import { DEFAULT_PACE } from '../../device-view/controls/pace.ts';
import { useMoves } from '../../device-view/controls/use-moves.ts';
import styles from './remote-page.module.css';

/** The stroke as a surface for the thumb. */
export function RemotePad({ disabled }: { disabled: boolean }) {
  const { target, drag, tap } = useMoves(DEFAULT_PACE);
  return (
    <div className={styles['pad']}>
      <MovePad target={target} disabled={disabled} onDrag={drag} onTap={tap} />
    </div>
  );
}
