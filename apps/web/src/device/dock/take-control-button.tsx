import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { useStartInThisTab } from '../session/use-start-in-this-tab.ts';

/** Makes this tab the one in control. What moves is stopped first: it was another tab's. */
export function TakeControlButton() {
  const { t } = useTexts();
  const startHere = useStartInThisTab();
  return <Button onClick={() => startHere(() => undefined)}>{t('banner.heldElsewhere.takeOver')}</Button>;
}
