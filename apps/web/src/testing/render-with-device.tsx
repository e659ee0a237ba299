import { createFakeTime } from '@tactus/time/testing';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { DeviceProvider } from '../device/session/device-context.tsx';
import { createErrorLog } from '../device/session/log.ts';
import { linkedDevice } from '../device/testing/scripted-device.ts';
import type { CatalogPart } from '../i18n/catalogs.ts';
import { createLanguageStore } from '../i18n/language-store.ts';
import { LanguageProvider } from '../i18n/text.tsx';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { createSettingsStore } from '../settings/settings-store.ts';
import { SettingsProvider } from '../settings/use-settings.tsx';
import { createNotifications } from '../ui/notifications.ts';
import { NotificationsProvider } from '../ui/notifications-context.tsx';
import { TimeProvider } from '../ui/time-context.tsx';

/**
 * Pages by their paths, with the parts of the texts that they need, opened at the first one with a
 * linked device; its cloud answers by script. `key` is that in the settings: empty without a linked device.
 */
export async function renderWithDevice(
  pages: Readonly<Record<string, () => ReactNode>>,
  texts: readonly CatalogPart[],
  key = 'DemoHandy1',
) {
  const time = createFakeTime();
  const storage = createMemoryStorage();
  const log = createErrorLog({ warn: () => undefined, error: () => undefined });
  const settings = createSettingsStore({ storage, log });
  settings.update({ connectionKey: key });
  const language = await createLanguageStore({ storage, deviceLanguage: 'en-US', log });
  await language.need(texts);
  const { device, cloud, handy } = await linkedDevice(time);

  const root = createRootRoute({
    component: () => (
      <main tabIndex={-1}>
        <Outlet />
      </main>
    ),
  });
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const history = createMemoryHistory({ initialEntries: [Object.keys(pages)[0] ?? '/'] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await router.load();
  const notifications = createNotifications(time);
  const show = () =>
    render(
      <TimeProvider time={time}>
        <SettingsProvider store={settings}>
          <LanguageProvider store={language}>
            <NotificationsProvider notifications={notifications}>
              <DeviceProvider device={device}>
                {/* Its type is that of the app's own router, whose routes these are not. */}
                <RouterProvider router={router as never} />
              </DeviceProvider>
            </NotificationsProvider>
          </LanguageProvider>
        </SettingsProvider>
      </TimeProvider>,
    );
  /** Lets time go by. */
  const pass = (ms: number) => act(() => time.run(ms));
  return {
    ...{ time, device, cloud, handy, history, language, notifications, show, pass },
    /** To another of the pages, as by a link. */
    async goTo(path: string, state: object = {}) {
      await act(async () => {
        history.push(path, state);
        await router.load();
      });
    },
    /** The device is lost. */
    async lose() {
      cloud.stream.send('device_disconnected', {
        session_id: device.store.getState().session_id,
        reason: '',
        timestamp: '',
      });
      await pass(10);
    },
    /** The device is back, in another session. */
    async comeBack(session: string) {
      handy.comeOnline(session);
      await pass(10);
      handy.comeOnline(session);
      await pass(2_000);
    },
  };
}
