import { type CloudFeatures, createDevice } from '@tactus/sdk';
import { SCRIPTED_BASE, type ScriptedCloud } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { createAnalytics } from '../analytics/create-analytics.ts';
import type { AnalyticsEvent } from '../analytics/events.ts';
import { App } from '../app/app.tsx';
import { followTheme } from '../app/follow-theme.ts';
import { createNavigationHooks } from '../app/navigation.ts';
import { createAppRouter } from '../app/router.tsx';
import { createFollowerReach, findRoute } from '../app/routes/routes.ts';
import { linkDeviceByKey } from '../device/linked/link-device-by-key.ts';
import { createLinkedDevices } from '../device/linked/linked-devices.ts';
import { applyLimitsOfSettings } from '../device/session/apply-limits-of-settings.ts';
import { connectDeviceOfSettings } from '../device/session/connect-device-of-settings.ts';
import { createErrorLog } from '../device/session/log.ts';
import { isInMotion } from '../device/session/motion.ts';
import { type StopReason, showStopReason } from '../device/session/stop-reason.ts';
import { createLanguageStore } from '../i18n/language-store.ts';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import type { Settings } from '../settings/schema.ts';
import { createSettingsStore } from '../settings/settings-store.ts';
import { createNotifications } from '../ui/notifications.ts';

/** The whole app at an address, with a device whose cloud answers only through the test or a scripted cloud. */
export async function renderApp(from: {
  path: string;
  settings?: Partial<Settings>;
  language?: string;
  features?: CloudFeatures;
  /** What the site says that its own cloud can do. */
  home?: { readonly shares?: boolean; readonly groups?: boolean };
  /** Other stored texts of the browser, beside the settings. */
  stored?: Readonly<Record<string, string>>;
  /** The body of the cloud's answer to a call, by method and path; without one it never answers. */
  answer?: (call: string) => object | Promise<object> | undefined;
  /** A cloud that answers by script, in place of `answer`, with its clock. */
  scripted?: { readonly cloud: ScriptedCloud; readonly time: FakeTime };
}) {
  const time = from.scripted?.time ?? createFakeTime();
  const random = createRandom(1);
  const storage = createMemoryStorage();
  for (const [name, value] of Object.entries(from.stored ?? {})) storage.setItem(name, value);
  const logged: string[] = [];
  const log = createErrorLog({ warn: (text) => logged.push(String(text)), error: (text) => logged.push(String(text)) });
  const settings = createSettingsStore({ storage, log });
  settings.update({ ...from.settings });
  const language = await createLanguageStore({ storage, deviceLanguage: from.language ?? 'en-US', log });
  const notifications = createNotifications(time);
  const analytics = createAnalytics(log);
  const events: AnalyticsEvent[] = [];
  analytics.onEvent((event) => events.push(event));
  const requests: string[] = [];
  const cloud = {
    apiBase: from.scripted ? SCRIPTED_BASE : 'http://cloud.invalid/api',
    apiKey: 'test',
    fetch: (address: string, init: RequestInit = {}) => {
      if (from.scripted) return from.scripted.cloud.fetch(address, init);
      const call = `${init.method ?? 'GET'} ${new URL(String(address)).pathname.replace('/api', '')}`;
      requests.push(call);
      const body = from.answer?.(call);
      if (body === undefined) return new Promise<Response>(() => undefined);
      return Promise.resolve(body).then((json) => Response.json(json));
    },
  };
  const linkedDevices = createLinkedDevices({
    own: createDevice({ ...cloud, time, random, storage }),
    cloud: { ...cloud, features: from.features ?? {}, openDevice: () => createDevice({ ...cloud, time, random }) },
    settings,
    time,
    heartbeat: time.every,
    onSlept: () => log.warn('The machine has slept'),
    followersMax: 3,
    onFailure: (error, name = 'all') => log.warn(`A linked device failed: ${name}`, error),
  });
  const { device, followers } = linkedDevices;
  const unlimit = applyLimitsOfSettings({
    ...{ device, followers, settings, time },
    heartbeat: time.every,
    onError: (error) => log.warn('Not limited', error),
    onSessionOver: () => log.warn('The session is over'),
  });
  const showReason = (reason: StopReason) => showStopReason(reason, { notifications, textOf: language.textOf });
  const unlink = connectDeviceOfSettings({
    ...{ device, settings, analytics, onLetGo: () => showReason('device-changed') },
    onError: (error) => log.warn('Not connected', error),
  });
  const scrolled: string[] = [];
  const history = createMemoryHistory({ initialEntries: [from.path] });
  const navigation = createNavigationHooks({
    settings,
    track: analytics.track,
    log,
    showError: (message) => notifications.show({ tone: 'negative', message }),
    isMoving: () => isInMotion(device.store.getState()),
    linkKey: (connectionKey) => linkDeviceByKey({ device, settings }, connectionKey),
    stopMotion: () => void device.stop(),
    showStopped: () => showReason('page-left'),
    hideStopped: () => undefined,
    scrollToTop: () => scrolled.push(history.location.pathname),
    embedded: false,
  });
  const router = createAppRouter({ navigation, language, history });
  const reachOf = createFollowerReach();
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    linkedDevices.setReach(reachOf(findRoute(toLocation.pathname)));
  });
  const unfollow = followTheme(document, settings);
  const view = render(
    <App
      {...{ router, linkedDevices, settings, language, notifications, time, random }}
      track={analytics.track}
      deployment={{
        ...{ features: from.features ?? {}, scriptHost: '/api/script/v0' },
        site: { applicationId: 'test', home: from.home },
      }}
    />,
  );
  return {
    ...view,
    time,
    settings,
    storage,
    notifications,
    device,
    events,
    /** The calls to the cloud, by method and path. */
    requests,
    logged,
    scrolled,
    history,
    router,
    address: () => history.location.href,
    close() {
      view.unmount();
      unfollow();
      unlink();
      unlimit();
      linkedDevices.close();
      device.close();
    },
  };
}
