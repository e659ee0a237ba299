import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/layout.css';
import './document.css';
import { systemTime } from '@tactus/time';
import { createRoot } from 'react-dom/client';
import { createErrorLog } from '../device/session/log.ts';
import { createLanguageStore } from '../i18n/language-store.ts';
import { LanguageProvider } from '../i18n/text.tsx';
import { openStorage } from '../settings/key-value-storage.ts';
import { createNotifications } from '../ui/notifications.ts';
import { NotificationsProvider } from '../ui/notifications-context.tsx';
import { showOwnFont } from '../ui/own-font.ts';
import { readWidgetAppearance } from '../widget/appearance.ts';
import { applyWidgetAppearance } from './apply-appearance.ts';
import { openEmbeddingPagePort } from './embedding-page-port.ts';
import { WidgetFrame } from './widget-frame.tsx';

// The composition root of the frame that other sites show. It reads no settings and knows no key: of the data stored
// in this browser it reads the language alone.

const log = createErrorLog(console);
const appearance = readWidgetAppearance(window.location.search);
const scheme = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => applyWidgetAppearance(document, appearance, scheme.matches);
follow();
showOwnFont(document);
scheme.addEventListener('change', follow);

async function start(root: HTMLElement): Promise<void> {
  const language = await createLanguageStore({
    storage: openStorage(() => window.localStorage),
    deviceLanguage: navigator.language,
    log,
  });
  await language.need(['uui']);
  document.title = language.textOf('app.name');
  createRoot(root).render(
    <LanguageProvider store={language}>
      <NotificationsProvider notifications={createNotifications(systemTime)}>
        <WidgetFrame port={openEmbeddingPagePort(window)} appearance={appearance} />
      </NotificationsProvider>
    </LanguageProvider>,
  );
}

const root = document.getElementById('root');
if (root !== null) start(root).catch((error: unknown) => log.error('The widget could not start', error));
