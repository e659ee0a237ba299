import type { Device } from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { DeviceProvider } from '../device/device-context.tsx';
import type { LanguageStore } from '../i18n/language-store.ts';
import { LanguageProvider, useTexts } from '../i18n/text.tsx';
import type { SettingsStore } from '../settings/settings-store.ts';
import { SettingsProvider } from '../settings/use-settings.tsx';
import { NotificationList } from '../ui/notification-list.tsx';
import type { Notifications } from '../ui/notifications.ts';
import { NotificationsProvider } from '../ui/notifications-context.tsx';
import { RandomProvider } from '../ui/random-context.tsx';
import { TimeProvider } from '../ui/time-context.tsx';
import type { AppRouter } from './router.tsx';

/** Everything the app is made of; built in `main.tsx` and nowhere else. */
export interface AppParts {
  readonly router: AppRouter;
  readonly device: Device;
  readonly settings: SettingsStore;
  readonly language: LanguageStore;
  readonly notifications: Notifications;
  readonly time: Time;
  readonly random: Random;
}

/** The app. */
export function App({ router, device, settings, language, notifications, time, random }: AppParts) {
  return (
    <StrictMode>
      <TimeProvider time={time}>
        <RandomProvider random={random}>
          <SettingsProvider store={settings}>
            <LanguageProvider store={language}>
              <NotificationsProvider notifications={notifications}>
                <DeviceProvider device={device}>
                  <RouterProvider router={router} />
                  <NotificationArea notifications={notifications} />
                </DeviceProvider>
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
