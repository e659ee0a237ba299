import type { Random, Time } from '@tactus/time';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { TrackEvent } from '../analytics/events.ts';
import { TrackEventContext } from '../analytics/track-context.ts';

import type { LinkedDevices } from '../device/linked/linked-devices.ts';
import { LinkedDevicesProvider } from '../device/linked/linked-devices-context.tsx';
import { type Deployment, DeploymentContext } from '../device/session/deployment.ts';
import { ForeignControllerProvider } from '../device/session/foreign-controller-context.tsx';
import type { LanguageStore } from '../i18n/language-store.ts';
import { LanguageProvider, useTexts } from '../i18n/text.tsx';
import type { SettingsStore } from '../settings/settings-store.ts';
import { SettingsProvider } from '../settings/use-settings.tsx';
import { fetchIsGuestDriving } from '../sharing/guest-driving.ts';
import { NotificationList } from '../ui/notification-list.tsx';
import type { Notifications } from '../ui/notifications.ts';
import { NotificationsProvider } from '../ui/notifications-context.tsx';
import { TimeProvider } from '../ui/time-context.tsx';
import type { AppRouter } from './router.tsx';

/** Everything the app is made of; built in `main.tsx` and nowhere else. */
export interface AppParts {
  readonly router: AppRouter;
  readonly linkedDevices: LinkedDevices;
  readonly deployment: Deployment;
  readonly settings: SettingsStore;
  /** Raises an analytics event. */
  readonly track: TrackEvent;
  readonly language: LanguageStore;
  readonly notifications: Notifications;
  readonly time: Time;
  /** Beats also while the page is hidden; left out: the timers of `time`. */
  readonly heartbeat?: Time['every'] | undefined;
  readonly random: Random;
}

/** Renders the whole app inside the providers of its parts. */
export function App(parts: AppParts) {
  'use no memo'; // Rendered once: what the compiler adds would be larger than what it saves.
  const { router, linkedDevices, deployment, settings, track, language, notifications, time, random, heartbeat } =
    parts;
  return (
    <StrictMode>
      <TimeProvider {...{ time, random, heartbeat }}>
        <SettingsProvider store={settings}>
          <LanguageProvider store={language}>
            <NotificationsProvider notifications={notifications}>
              <LinkedDevicesProvider devices={linkedDevices}>
                <ForeignControllerProvider isGuest={() => fetchIsGuestDriving(linkedDevices, deployment.features)}>
                  <DeploymentContext value={deployment}>
                    <TrackEventContext value={track}>
                      <RouterProvider router={router} />
                    </TrackEventContext>
                  </DeploymentContext>
                </ForeignControllerProvider>
                <NotificationArea notifications={notifications} />
              </LinkedDevicesProvider>
            </NotificationsProvider>
          </LanguageProvider>
        </SettingsProvider>
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
