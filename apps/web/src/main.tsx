import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { createDevice } from '@tactus/sdk';
import { systemRandom, systemTime } from '@tactus/time';
import { createRoot } from 'react-dom/client';
import { createAnalytics } from './analytics/events.ts';
import { App } from './app/app.tsx';
import { followTheme } from './app/follow-theme.ts';
import { japaneseSiteTarget } from './app/japanese-site.ts';
import { createLog, messageOf } from './app/log.ts';
import { createNavigation } from './app/navigation.ts';
import { createAppRouter } from './app/router.tsx';
import { loadRuntimeConfig } from './app/runtime-config.ts';
import { followThemeColor } from './app/theme-color.ts';
import { browserHold, browserTabs } from './device/browser-ports.ts';
import { errorText } from './device/error-text.ts';
import { followDevice } from './device/follow-device.ts';
import { createLanguageStore } from './i18n/language-store.ts';
import { isJapaneseHost } from './settings/device-rules.ts';
import { openStorage } from './settings/key-value-storage.ts';
import { createSettingsStore, SETTINGS_STORAGE_KEY } from './settings/settings-store.ts';
import { createNotifications } from './ui/notifications.ts';

// The composition root: the one file that builds device, settings and analytics.

const log = createLog(console);
const storage = openStorage(() => window.localStorage);
const settings = createSettingsStore({ storage, log });
followTheme(document, settings);
followThemeColor(document);

async function start(root: HTMLElement): Promise<void> {
  const [config, language] = await Promise.all([
    loadRuntimeConfig({ fetch: (...request) => fetch(...request), log }),
    createLanguageStore({ storage, deviceLanguage: navigator.language, log }),
  ]);
  const japaneseSite = japaneseSiteTarget({
    location: window.location,
    japaneseLanguage: language.choice.japaneseSite,
    japaneseSite: config.japaneseSite,
  });
  if (japaneseSite !== undefined) {
    window.location.replace(japaneseSite);
    return;
  }
  if (isJapaneseHost(window.location.hostname)) settings.update({ japaneseContentFilter: true });

  const time = systemTime;
  const random = systemRandom();
  const notifications = createNotifications(time);
  const analytics = createAnalytics(log);
  const tabs = browserTabs();
  const device = createDevice({
    apiBase: config.apiBase,
    apiKey: config.applicationId,
    features: config.features,
    fetch: (...request) => fetch(...request),
    time,
    random,
    storage,
    tabs,
    hold: browserHold(random, tabs),
    visibility: { onVisible },
  });
  followDevice({
    device,
    settings,
    analytics,
    onError(error) {
      log.warn('The device could not be connected', error);
      const key = errorText(error);
      // Slow and absent devices are said by the dock, which goes on trying.
      const text =
        key === undefined || key === 'error.timeout' || key === 'error.notConnected' ? undefined : language.textOf(key);
      if (text !== undefined) notifications.show({ tone: 'negative', message: text });
    },
  });
  window.addEventListener('storage', (event) => event.key === SETTINGS_STORAGE_KEY && settings.reload());

  window.history.scrollRestoration = 'manual';
  const navigation = createNavigation({
    settings,
    track: analytics.track,
    log,
    showError: (message) => notifications.show({ tone: 'negative', message }),
    stopMotion: () => void device.stop(),
    scrollToTop: () => window.scrollTo(0, 0),
    embedded: window.self !== window.top,
  });
  const router = createAppRouter(navigation);
  createRoot(root, { onUncaughtError: (error) => log.error(`The app failed: ${messageOf(error)}`, error) }).render(
    <App {...{ router, device, settings, language, notifications, time, random }} />,
  );
}

function onVisible(run: () => void): () => void {
  const listener = () => document.visibilityState === 'visible' && run();
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const root = document.getElementById('root');
if (root !== null) {
  start(root).catch((error: unknown) => {
    log.error('The app could not start', error);
    // The texts themselves may be what could not be loaded.
    root.textContent = 'Tactus could not start. Check the network and reload the page.';
  });
}
