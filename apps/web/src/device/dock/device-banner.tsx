import { connectionStatus } from '@tactus/sdk';
import { useLocation } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { useTextSource, useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useFollowersState } from '../linked/linked-devices-context.tsx';
import { useDeviceState } from '../session/device-context.tsx';
import { useForeignController } from '../session/foreign-controller-context.tsx';
import { useRestartTrouble } from '../session/use-restart.ts';
import { useTakenOverByOtherTab } from '../session/use-taken-over.ts';
import { mostSeriousBanner, type SiteStatus } from './banner.ts';
import { hasConnectionTrouble } from './has-connection-trouble.ts';
import { TakeControlButton } from './take-control-button.tsx';
import { type ReportedFault, useReportedFault } from './use-reported-fault.ts';

interface DeviceBannerProps {
  className: string | undefined;
  site: SiteStatus;
}

/** The most serious message about the device, or about the site, above the page. */
export function DeviceBanner({ className, site }: DeviceBannerProps) {
  const { t } = useTexts();
  const { controller, dismiss } = useForeignController();
  const { takenOver, dismiss: dismissTakenOver } = useTakenOverByOtherTab();
  const unreached = useFollowersState((followers) => followers.unreached.join(', '));
  const lost = useFollowersState(({ members }) => namesOf(members.filter(({ word }) => word === 'lost')));
  const restart = useRestartTrouble();
  const { fault, close } = useReportedFault();
  const late = useLateAlerts();
  const facts = {
    followerLost: lost !== '',
    isOneUnreached: unreached !== '',
    restart,
    controller,
    takenOver,
    site,
    hasFault: fault !== undefined,
    troubleLoaded: late !== undefined,
  };
  const banner = useDeviceState((device) => mostSeriousBanner({ device, ...facts }));
  const here = useLocation({ select: ({ pathname }) => pathname });
  if (banner === undefined) return null;
  if (banner === 'fault') {
    return <div className={className}>{late && fault && <late.DeviceFaultAlert fault={fault} onClose={close} />}</div>;
  }
  if (banner === 'trouble' || banner === 'site') {
    const Late = banner === 'site' ? site.Notice : late?.ConnectionTroubleAlert;
    return <div className={className}>{Late && <Late />}</div>;
  }
  return (
    <div className={className}>
      <Alert
        tone={banner.tone}
        title={t(banner.title)}
        action={
          (banner.action === 'take-control' && <TakeControlButton />) ||
          (banner.action === 'update' && !here.startsWith('/ota') && (
            <LinkButton to="/ota">{t('banner.toUpdate')}</LinkButton>
          )) ||
          (banner.action === 'dismiss' && (
            <IconButton label={t('app.close')} onClick={controller === undefined ? dismissTakenOver : dismiss}>
              <IconX size={20} aria-hidden="true" />
            </IconButton>
          ))
        }
      >
        {t(banner.text, { devices: unreached || lost })}
      </Alert>
    </div>
  );
}

const namesOf = (devices: readonly { readonly name: string }[]): string => devices.map(({ name }) => name).join(', ');

/** Parts that are loaded after the first page. */
interface LateAlerts {
  readonly ConnectionTroubleAlert: ComponentType;
  readonly DeviceFaultAlert: ComponentType<{ fault: ReportedFault; onClose: () => void }>;
}

/**
 * The alerts for a device that is not connected or reports a fault, once loaded with the texts of most banners. They load as soon
 * as the device is connected or late, since they are needed when there may be no network. Where that fails, the next trouble tries again;
 * until then the dock shows the connection state.
 */
function useLateAlerts(): LateAlerts | undefined {
  const { needText } = useTextSource();
  const cause = useDeviceState((device) =>
    device.session_id !== undefined || device.connectingTimeout || hasConnectionTrouble(device)
      ? connectionStatus(device)
      : undefined,
  );
  const [loaded, setLoaded] = useState<LateAlerts>();
  useEffect(() => {
    if (cause === undefined || loaded) return;
    Promise.all([
      import('./connection-trouble-alert.tsx'),
      import('./device-fault-alert.tsx'),
      needText('trouble.refused'),
    ]).then(
      ([{ ConnectionTroubleAlert }, { DeviceFaultAlert }]) => setLoaded({ ConnectionTroubleAlert, DeviceFaultAlert }),
      () => undefined,
    );
  }, [cause, loaded, needText]);
  return loaded;
}
