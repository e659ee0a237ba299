import { useMissingCapabilities } from '../../device/session/capability.ts';
import { PositionCard } from '../position/position-card.tsx';
import type { ReadFraction } from '../position/position-snapshot.ts';
import { StrengthCard } from './strength-card.tsx';

interface MotionCardProps {
  spanS: number;
  /** The target of the slider, a share 0..1 of the stroke; pass the same function in every render. */
  commanded?: ReadFraction;
}

/** The last seconds of the device in use: of its slider, or of its vibration where it has none. */
export function MotionCard(props: MotionCardProps) {
  const { slider: vibrates } = useMissingCapabilities();
  return vibrates ? <StrengthCard spanS={props.spanS} /> : <PositionCard {...props} />;
}
