import { useSpeedLimit } from '../../device/session/use-speed-limit.ts';
import { SpeedFader } from './speed-fader.tsx';
import type { EditableSpeed } from './use-speed-control.ts';

/** The speed of the person's own device, hatched above the limit of Settings. */
export function OwnSpeedFader({ speed, disabled }: { speed: EditableSpeed; disabled: boolean }) {
  const limit = useSpeedLimit();
  return <SpeedFader speed={speed} disabled={disabled} most={limit?.percent} />;
}
