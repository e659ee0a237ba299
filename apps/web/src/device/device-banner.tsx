import { useTexts } from '../i18n/text.tsx';
import { Alert } from '../ui/alert.tsx';
import { bannerOf } from './banner.ts';
import { useDeviceState } from './device-context.tsx';

/** The most serious thing to know about the device, above the page. */
export function DeviceBanner({ className }: { className: string | undefined }) {
  const { t } = useTexts();
  const banner = useDeviceState(bannerOf);
  if (banner === undefined) return null;
  return (
    <div className={className}>
      <Alert tone={banner.tone} title={t(banner.title)}>
        {t(banner.text)}
      </Alert>
    </div>
  );
}
