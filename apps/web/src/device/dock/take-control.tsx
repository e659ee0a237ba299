import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { useStartHere } from '../session/use-start-here.ts';

/** Makes this tab the one in control. What moves is stopped first: it was another tab's. */
export function TakeControl() {
  const { t } = useTexts();
  const startHere = useStartHere();
  return <Button onClick={() => startHere(() => undefined)}>{t('banner.heldElsewhere.takeOver')}</Button>;
}
