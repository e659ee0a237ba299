import { IconX } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { bannerOf, type SiteFacts } from './banner.ts';
import { useDevice, useDeviceState } from './device-context.tsx';
import { useFollowers } from './linked-devices-context.tsx';
import { isInMotion } from './motion.ts';
import { useOtherApp } from './other-app-context.tsx';
import { TakeControl } from './take-control.tsx';
import { useReportError } from './use-report-error.ts';

// Where it cannot be loaded, the dock's word says the most important, and the rest of the page stays.
const TroubleAlert = lazy(() =>
  import('./trouble-alert.tsx').then(
    (module) => ({ default: module.TroubleAlert }),
    () => ({ default: () => null }),
  ),
);

interface DeviceBannerProps {
  className: string | undefined;
  site: SiteFacts;
  /** Loads the page anew, with the newer version. */
  onReload: () => void;
}

/** The most serious thing to know about the device, or the site that the app comes from, above the page. */
export function DeviceBanner({ className, site, onReload }: DeviceBannerProps) {
  const { t } = useTexts();
  const { taker, dismiss } = useOtherApp();
  const followerLost = useFollowers(({ members }) => members.some(({ word }) => word === 'lost'));
  const banner = useDeviceState((device) => bannerOf({ device, followerLost, taker, site }));
  const here = useLocation({ select: ({ pathname }) => pathname });
  if (banner === undefined) return null;
  if (banner === 'trouble') {
    return (
      <div className={className}>
        <Suspense fallback={null}>
          <TroubleAlert />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={className}>
      <Alert
        tone={banner.tone}
        title={t(banner.title)}
        action={
          (banner.action === 'take-control' && <TakeControl />) ||
          (banner.action === 'reload' && <Reload onReload={onReload} />) ||
          (banner.action === 'update' && !here.startsWith('/ota') && (
            <LinkButton to="/ota">{t('banner.toUpdate')}</LinkButton>
          )) ||
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

/** Loads the newer version, when the person wants it and never by itself. What moves is stopped first. */
function Reload({ onReload }: { onReload: () => void }) {
  const { t } = useTexts();
  const device = useDevice();
  const report = useReportError();
  const reload = async () => {
    if (isInMotion(device.store.getState())) await device.stop();
    onReload();
  };
  return <Button onClick={() => void reload().catch(report)}>{t('banner.newVersion.reload')}</Button>;
}
