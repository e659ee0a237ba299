import type { CloudFeatures } from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { TrackEvent } from '../analytics/events.ts';
import { TrackEventContext } from '../analytics/track-context.ts';
import { SiteUrlContext } from '../device/browser/site-url.ts';
import type { LinkedDevices } from '../device/linked/linked-devices.ts';
import { LinkedDevicesProvider } from '../device/linked/linked-devices-context.tsx';
import { CloudFeaturesContext } from '../device/session/cloud-features.ts';
import { ForeignControllerProvider } from '../device/session/foreign-controller-context.tsx';
import { ScriptHostContext } from '../device/session/script-host.ts';
import type { LanguageStore } from '../i18n/language-store.ts';
import { LanguageProvider, useTexts } from '../i18n/text.tsx';
import type { SettingsStore } from '../settings/settings-store.ts';
import { SettingsProvider } from '../settings/use-settings.tsx';
import { fetchIsGuestDriving } from '../sharing/guest-driving.ts';
import { NotificationList } from '../ui/notification-list.tsx';
import type { Notifications } from '../ui/notifications.ts';
import { NotificationsProvider } from '../ui/notifications-context.tsx';
import { RandomProvider } from '../ui/random-context.tsx';
import { TimeProvider } from '../ui/time-context.tsx';
import type { AppRouter } from './router.tsx';

/** Everything the app is made of; built in `main.tsx` and nowhere else. */
export interface AppParts {
  readonly router: AppRouter;
  readonly linkedDevices: LinkedDevices;
  /** Where others reach this site, where its deployment configures it. */
  readonly siteUrl: string | undefined;
  /** Where scripts are uploaded. */
  readonly scriptHost: string;
  /** What the device's cloud can do. */
  readonly features: CloudFeatures;
  readonly settings: SettingsStore;
  /** Raises an analytics event. */
  readonly track: TrackEvent;
  readonly language: LanguageStore;
  readonly notifications: Notifications;
  readonly time: Time;
  readonly random: Random;
}

/** Renders the whole app inside the providers of its parts. */
export function App(parts: AppParts) {
  const {
    router,
    linkedDevices,
    track,
    siteUrl,
    scriptHost,
    features,
    settings,
    language,
    notifications,
    time,
    random,
  } = parts;
  return (
    <StrictMode>
      <TimeProvider time={time}>
        <RandomProvider random={random}>
          <SettingsProvider store={settings}>
            <LanguageProvider store={language}>
              <NotificationsProvider notifications={notifications}>
                <LinkedDevicesProvider devices={linkedDevices}>
                  <ForeignControllerProvider isGuest={() => fetchIsGuestDriving(linkedDevices, features)}>
                    <CloudFeaturesContext value={features}>
                      <SiteUrlContext value={siteUrl}>
                        <ScriptHostContext value={scriptHost}>
                          <TrackEventContext value={track}>
                            <RouterProvider router={router} />
                          </TrackEventContext>
                        </ScriptHostContext>
                      </SiteUrlContext>
                    </CloudFeaturesContext>
                  </ForeignControllerProvider>
                  <NotificationArea notifications={notifications} />
                </LinkedDevicesProvider>
              </NotificationsProvider>
            </LanguageProvider>
          </SettingsProvider>
        </RandomProvider>
      </TimeProvider>
    </StrictMode>
  );
}

function NotificationArea({ notifications }: { notifications: Notifications }) {
  const { t } = useTexts();
  return (
    <NotificationList notifications={notifications} label={t('notifications.label')} closeLabel={t('app.close')} />
  );
}
