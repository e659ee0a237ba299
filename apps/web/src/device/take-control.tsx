import { useTexts } from '../i18n/text.tsx';
import { Button } from '../ui/button.tsx';
import { useDevice } from './device-context.tsx';
import { useReportError } from './use-report-error.ts';

/** Makes this tab the one in control. What moves is stopped first: it was another tab's. */
export function TakeControl() {
  const { t } = useTexts();
  const device = useDevice();
  const report = useReportError();
  return (
    <Button onClick={() => void device.hold.takeOver().catch(report)}>{t('banner.heldElsewhere.takeOver')}</Button>
  );
}
