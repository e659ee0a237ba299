import { useTexts } from '../i18n/text.tsx';
import { useTime } from '../ui/time-context.tsx';
import { PositionStrip } from './position-strip.tsx';
import { useDrawnPosition } from './use-drawn-position.ts';

/** The strip of the device in use. */
export function LiveStrip() {
  const { t } = useTexts();
  const time = useTime();
  const { read } = useDrawnPosition();
  return <PositionStrip read={read} time={time} label={t('strip.label')} />;
}
