import { IconX } from '@tabler/icons-react';
import { useTexts } from '../i18n/text.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { bannerOf } from './banner.ts';
import { useDevice, useDeviceState } from './device-context.tsx';
import { useOtherApp } from './other-app-context.tsx';
import { useReportError } from './use-report-error.ts';

/** The most serious thing to know about the device, above the page. */
export function DeviceBanner({ className }: { className: string | undefined }) {
  const { t } = useTexts();
  const { inControl, dismiss } = useOtherApp();
  const banner = useDeviceState((device) => bannerOf({ device, otherApp: inControl }));
  if (banner === undefined) return null;
  return (
    <div className={className}>
      <Alert
        tone={banner.tone}
        title={t(banner.title)}
        action={
          (banner.action === 'take-control' && <TakeControl />) ||
          (banner.action === 'dismiss' && (
            <IconButton label={t('app.close')} onClick={dismiss}>
              <IconX size={20} aria-hidden="true" />
            </IconButton>
          ))
        }
      >
        {t(banner.text)}
      </Alert>
    </div>
  );
}

/** Makes this tab the one in control. What moves is stopped first: it was another tab's. */
function TakeControl() {
  const { t } = useTexts();
  const device = useDevice();
  const report = useReportError();
  return (
    <Button onClick={() => void device.hold.takeOver().catch(report)}>{t('banner.heldElsewhere.takeOver')}</Button>
  );
}
