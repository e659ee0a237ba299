import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useAreLinkedDevicesMoving } from '../../device/linked/linked-devices-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import type { SiteMonitor } from './site-monitor.ts';

/** The notice that the site is away, or has a newer version. */
export interface SiteStatusNotice {
  readonly notice: () => React.ReactNode;
  /** Every page opens without a network from now on. */
  onAllCached(): void;
}

/** Creates the notice that the site is away, or has a newer version. Its texts are loaded before it is shown. */
export function createSiteStatusNotice(site: SiteMonitor): SiteStatusNotice {
  const allCached = createStore<boolean>()(() => false);

  function Offline() {
    const { t } = useTexts();
    const isAllCached = useStore(allCached);
    return (
      <Alert tone="warning" title={t('site.offline')}>
        {t(isAllCached ? 'site.offline.kept' : 'site.offline.some')}
      </Alert>
    );
  }

  /** The person reloads when they want to, and never while something moves. */
  function NewerVersion() {
    const { t } = useTexts();
    const inMotion = useAreLinkedDevicesMoving();
    return (
      <Alert
        tone="info"
        title={t('site.newVersion')}
        action={
          <>
            <Button disabled={inMotion} onClick={() => site.reload()}>
              {t('site.newVersion.reload')}
            </Button>
            <IconButton label={t('app.close')} onClick={() => site.state.setState({ newVersion: false })}>
              <IconX size={20} aria-hidden="true" />
            </IconButton>
          </>
        }
      >
        {t('site.newVersion.text')}
      </Alert>
    );
  }

  return {
    notice: () => (useStore(site.state, ({ offline }) => offline) ? <Offline /> : <NewerVersion />),
    onAllCached: () => allCached.setState(true),
  };
}
