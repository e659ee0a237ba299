import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/layout.css';
import { createLeanDevice } from '@tactus/sdk';
import { systemRandom, systemTime } from '@tactus/time';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createAnalytics } from './analytics/create-analytics.ts';
import { App } from './app/app.tsx';
import { runBootModules } from './app/boot/boot-modules.ts';
import { whenQuiet } from './app/boot/when-quiet.ts';
import { removeFirstPicture, showStartFailure } from './app/first-paint/remove-first-picture.ts';
import { followTheme } from './app/follow-theme.ts';
import { japaneseSiteTarget } from './app/japanese-site.ts';
import { createNavigationHooks } from './app/navigation.ts';
import { createSiteMonitor } from './app/offline/site-monitor.ts';
import { SiteMonitorContext } from './app/offline/site-monitor-context.ts';
import { createAppRouter } from './app/router.tsx';
import { createFollowerReach, findRoute } from './app/routes/routes.ts';
import { fetchRuntimeConfig, withDeveloperOverrides } from './app/runtime-config.ts';
import { browserFetch } from './device/browser/browser-fetch.ts';
import { browserTabPorts, createBrowserControlPorts } from './device/browser/browser-ports.ts';
import { pageVisibility } from './device/browser/page-visibility.ts';
import { maxFollowers } from './device/linked/followers.ts';
import { linkDeviceByKey } from './device/linked/link-device-by-key.ts';
import { createLinkedDevices } from './device/linked/linked-devices.ts';
import { applyLimitsOfSettings } from './device/session/apply-limits-of-settings.ts';
import { connectDeviceOfSettings } from './device/session/connect-device-of-settings.ts';
import { errorNotificationText } from './device/session/error-text.ts';
import { createErrorLog, messageOfThrown } from './device/session/log.ts';
import { isInMotion } from './device/session/motion.ts';
import { type StopReason, showStopReason } from './device/session/stop-reason.ts';
import { LANGUAGE_STORAGE_KEY } from './i18n/choose-language.ts';
import { createLanguageStore } from './i18n/language-store.ts';
import { LANGUAGES } from './i18n/languages.ts';
import { applyHostContentFilter } from './settings/device-rules.ts';
import { openStorage } from './settings/key-value-storage.ts';
import { SETTINGS_STORAGE_KEY } from './settings/settings-key.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import { createNotifications } from './ui/notifications.ts';
import { showOwnFont } from './ui/own-font.ts';

// The composition root: the one file that builds device, settings and analytics.

/** By then the stream of the device is requested, unless another tab has it. */
const REQUESTED_MS = 50;

const log = createErrorLog(console);
const storage = openStorage(() => window.localStorage);
const settings = createSettingsStore({ storage, log });
followTheme(document, settings);

async function start(root: HTMLElement): Promise<void> {
  const time = systemTime;
  const site = createSiteMonitor({ fetch: (...request) => fetch(...request), time, window });
  const texts = createLanguageStore({
    storage,
    deviceLanguage: navigator.language,
    log,
    pseudo: new URLSearchParams(window.location.search).has('pseudo'),
  });
  const onFailure = () => {
    // Without texts the app does not start at all, which is shown below.
    texts.then(({ textOf }) => showStartFailure(document, textOf('error.network'))).catch(() => undefined);
  };
  const [deployed, language] = await Promise.all([
    fetchRuntimeConfig({ fetch: site.fetch, time, log, onFailure }),
    texts,
  ]);
  const config = withDeveloperOverrides(deployed, settings.state.getState());
  const japaneseSite = japaneseSiteTarget({
    location: window.location,
    japaneseLanguage: language.choice.japaneseSite,
    japaneseSite: config.japaneseSite,
  });
  if (japaneseSite !== undefined) {
    window.location.replace(japaneseSite);
    return;
  }
  applyHostContentFilter(settings, window.location.hostname);

  const random = systemRandom();
  const notifications = createNotifications(time);
  const analytics = createAnalytics(log);
  const tabs = browserTabPorts();
  const { apiBase, applicationId: apiKey, features } = config;
  let noteRequest: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    noteRequest = resolve;
  });
  const cloud = {
    ...{ apiBase, apiKey, features },
    fetch(url: string, init: RequestInit) {
      noteRequest();
      return browserFetch(url, init);
    },
  };
  const hold = createBrowserControlPorts(random, tabs);
  const options = { ...cloud, time, random, tabs, hold, visibility: pageVisibility };
  const showReason = (reason: StopReason) => showStopReason(reason, { notifications, textOf: language.textOf });
  const linkedDevices = createLinkedDevices({
    own: createLeanDevice({ ...options, storage }),
    cloud: { ...cloud, openDevice: () => createLeanDevice(options) },
    settings,
    time,
    heartbeat: hold.heartbeat,
    onSlept: () => showReason('slept'),
    followersMax: maxFollowers({ tabs: tabs !== undefined, features }),
    onFailure(error, name) {
      log.warn('A linked device failed', error);
      void errorNotificationText(error, language, time).then((text) => {
        if (text === undefined) return;
        const ofFollower = name !== undefined && { message: language.textOf('error.follower', { device: name }) };
        notifications.show({ ...text, ...(ofFollower && { ...ofFollower, caption: text.message }) });
      });
    },
  });
  const { device, followers } = linkedDevices;
  applyLimitsOfSettings({
    device,
    followers,
    settings,
    time,
    heartbeat: hold.heartbeat,
    onError: (error) => log.warn('A limit could not be sent', error),
    onSessionOver: () => showReason('session-over'),
  });
  connectDeviceOfSettings({
    device,
    settings,
    analytics,
    onLetGo: () => showReason('device-changed'),
    // The reason why a device does not connect is in its state, which banner and dock show.
    onError: (error) => log.warn('The device could not be connected', error),
  });
  // Settings that another tab stored.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SETTINGS_STORAGE_KEY) settings.reload();
    const chosen = LANGUAGES.find(({ code }) => key === LANGUAGE_STORAGE_KEY && code === newValue);
    if (chosen) language.follow(chosen.code).catch((error: unknown) => log.warn('The language stays', error));
  });

  let stoppedId = 0;
  window.history.scrollRestoration = 'manual';
  const navigation = createNavigationHooks({
    settings,
    track: analytics.track,
    log,
    showError: (message) => notifications.show({ tone: 'negative', message }),
    isMoving: () => isInMotion(device.store.getState()) || followers.getState().moving,
    linkKey: (connectionKey) => linkDeviceByKey({ device, settings }, connectionKey),
    stopMotion: () => void device.stop(),
    showStopped() {
      stoppedId = showReason('page-left');
    },
    hideStopped: () => notifications.dismiss(stoppedId),
    scrollToTop: () => window.scrollTo(0, 0),
    embedded: window.self !== window.top,
  });
  const router = createAppRouter({ navigation, language });
  const reachOf = createFollowerReach();
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    linkedDevices.setReach(reachOf(findRoute(toLocation.pathname)));
  });
  const shown = new Promise<void>((resolve) => {
    router.subscribe('onRendered', () => {
      removeFirstPicture(document);
      resolve();
    });
  });
  const quiet = whenQuiet({ shown, device, whenIdle });
  runBootModules({
    document,
    whenQuiet: (run) => void quiet.then(run),
    analytics: { analytics, settings, log, key: config.analyticsKey, host: config.analyticsHost },
  });
  // The files of the page would take all connections of the browser: the stream of the device is requested first.
  const isLinked = settings.state.getState().connectionKey !== '';
  if (isLinked) await Promise.race([requested, new Promise<void>((resolve) => time.after(REQUESTED_MS, resolve))]);
  // The page is loaded before anything is drawn, and is then rendered in slices: neither input nor frames wait long.
  await router.load();
  const drawn = createRoot(root, {
    onUncaughtError: (error) => log.error(`The app failed: ${messageOfThrown(error)}`, error),
  });
  startTransition(() =>
    drawn.render(
      <SiteMonitorContext value={site}>
        <App
          {...{ router, linkedDevices, settings, language, notifications, time, random }}
          heartbeat={hold.heartbeat}
          track={analytics.track}
          deployment={{ ...config, site: deployed }}
        />
      </SiteMonitorContext>,
    ),
  );
  const isBuild = import.meta.env.PROD;
  quiet
    .then(() => {
      showOwnFont(document);
      return import('./app/offline/start-offline-support.tsx');
    })
    .then(({ startOfflineSupport }) => startOfflineSupport({ site, language, log, time, window, isBuild }))
    .catch((error: unknown) => log.warn('The site is not watched', error));
}

/** Runs a function once the browser is idle. */
function whenIdle(run: () => void): void {
  // Safari has no idle callback; there the function runs at once.
  if (window.requestIdleCallback === undefined) run();
  else window.requestIdleCallback(run);
}

const root = document.getElementById('root');
if (root !== null) {
  start(root).catch((error: unknown) => {
    log.error('The app could not start', error);
    showStartFailure(document);
  });
}
