import { MovePad } from '../controls/move-pad.tsx';
import type { PaceSetting } from '../controls/pace.ts';
import { useDirectMoves } from '../controls/use-direct-moves.ts';
import { type StrokePart, usePositionInStroke } from '../position/use-position-in-stroke.ts';
import styles from './remote-controls.module.css';

interface RemotePadProps {
  /** The part of the travel that the pad spans. */
  part: StrokePart;
  pace: PaceSetting;
  disabled: boolean;
}

/** The stroke as a surface for the thumb. */
export function RemotePad({ part, pace, disabled }: RemotePadProps) {
  const { target, drag, tap } = useDirectMoves(pace);
  const read = usePositionInStroke(part);
  return (
    <div className={styles['pad']}>
      <MovePad target={target} read={read} disabled={disabled} onDrag={drag} onTap={tap} />
    </div>
  );
}
