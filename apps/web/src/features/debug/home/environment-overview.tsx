import { API_VERSION } from '@tactus/protocol';
import type { CloudFeatures } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { deviceModelName } from '../../../device/linked/linked-device-name.ts';
import { useLinkedDevices } from '../../../device/linked/linked-devices-context.tsx';
import { useCloudFeatures, useSiteUrl } from '../../../device/session/deployment.ts';
import { useDeviceState } from '../../../device/session/device-context.tsx';
import { useLanguage, useTexts } from '../../../i18n/text.tsx';
import { formatBackup } from '../../../settings/backup.ts';
import { browserStorageOf } from '../../../settings/key-value-storage.ts';
import { SETTINGS_VERSION } from '../../../settings/schema.ts';
import { useSetting } from '../../../settings/use-settings.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, FactList } from '../../../ui/facts.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import styles from '../debug.module.css';
import { RequestRateMeter } from './request-rate-meter.tsx';

/** Every feature that our clouds may have beyond the vendor's. A feature missing from the list does not compile. */
const FEATURES = Object.keys({
  leases: true,
  resume: true,
  inlineScripts: true,
  channels: true,
  headersOnSse: true,
  severalOnSse: true,
  positionSamples: true,
  stopMany: true,
  commandOrder: true,
  shares: true,
  unknownKeys: true,
} satisfies Readonly<Record<keyof CloudFeatures, true>>) as (keyof CloudFeatures)[]; // Object.keys forgets the literal keys

/** Environment, versions, storage, the features of the cloud, and settings. */
export function EnvironmentOverview() {
  return (
    <div className={styles['columns']}>
      <Environment />
      <Versions />
      <CloudCard />
      <StorageCard />
      <RequestRateMeter />
      <SettingsCard />
    </div>
  );
}

function Environment() {
  const { t, number } = useTexts();
  const { language } = useLanguage();
  const yes = (on: boolean) => t(on ? 'debug.yes' : 'debug.no');
  return (
    <Card title={t('debug.environment')}>
      <FactList>
        <Fact name={t('debug.environment.site')}>{useSiteUrl()}</Fact>
        <Fact name={t('debug.environment.mode')}>{import.meta.env.MODE}</Fact>
        <Fact name={t('debug.environment.language')}>{language}</Fact>
        <Fact name={t('debug.environment.zone')}>{Intl.DateTimeFormat().resolvedOptions().timeZone}</Fact>
        <Fact name={t('debug.environment.screen')}>
          {`${number(window.innerWidth)} × ${number(window.innerHeight)} @ ${number(window.devicePixelRatio, 1)}`}
        </Fact>
        <Fact name={t('debug.environment.secure')}>{yes(window.isSecureContext)}</Fact>
        <Fact name={t('debug.environment.online')}>{yes(navigator.onLine)}</Fact>
        <Fact name={t('debug.environment.wakeLock')}>{yes('wakeLock' in navigator)}</Fact>
        <Fact name={t('debug.environment.locks')}>{yes('locks' in navigator)}</Fact>
      </FactList>
    </Card>
  );
}

function Versions() {
  const { t } = useTexts();
  const info = useDeviceState((state) => state.info);
  return (
    <Card title={t('debug.versions')}>
      <FactList>
        <Fact name={t('debug.versions.api')}>{API_VERSION}</Fact>
        <Fact name={t('debug.versions.settings')}>{SETTINGS_VERSION}</Fact>
        <Fact name={t('debug.versions.device')}>
          {deviceModelName(info?.hw_model_no) ?? info?.hw_model_name ?? '–'}
        </Fact>
        <Fact name={t('debug.versions.firmware')}>
          {info === undefined ? '–' : `${info.fw_version} ${info.fw_feature_flags ?? ''}`}
        </Fact>
        <Fact name={t('debug.versions.browser')}>{navigator.userAgent}</Fact>
      </FactList>
    </Card>
  );
}

function CloudCard() {
  const { t } = useTexts();
  const { cloud } = useLinkedDevices();
  const features = useCloudFeatures();
  return (
    <Card title={t('debug.features')}>
      <p className="note">{t('debug.features.text')}</p>
      <FactList>
        <Fact name={t('debug.features.base')}>{cloud.apiBase}</Fact>
        {FEATURES.map((name) => (
          <Fact key={name} name={name}>
            {t(features[name] === true ? 'debug.yes' : 'debug.no')}
          </Fact>
        ))}
      </FactList>
    </Card>
  );
}

function StorageCard() {
  const { t, number } = useTexts();
  const [use, setUse] = useState<{ usage?: number; quota?: number; persisted?: boolean }>({});
  useEffect(() => {
    let wanted = true;
    async function refresh() {
      const { storage } = navigator;
      const [estimate, persisted] = await Promise.all([storage?.estimate?.(), storage?.persisted?.()]);
      if (wanted) setUse({ ...estimate, ...(persisted !== undefined && { persisted }) });
    }
    // Where the browser does not report them, the facts stay unknown.
    refresh().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, []);
  const megabytes = (bytes: number | undefined) =>
    bytes === undefined ? '–' : t('debug.storage.mb', { value: number(bytes / 1_000_000, 1) });
  return (
    <Card title={t('debug.storage')}>
      <FactList>
        <Fact name={t('debug.storage.used')}>{megabytes(use.usage)}</Fact>
        <Fact name={t('debug.storage.quota')}>{megabytes(use.quota)}</Fact>
        <Fact name={t('debug.storage.kept')}>
          {use.persisted === undefined ? '–' : t(use.persisted ? 'debug.yes' : 'debug.no')}
        </Fact>
        <Fact name={t('debug.storage.keys')}>{number(browserStorageOf(() => window.localStorage)?.length ?? 0)}</Fact>
      </FactList>
      <LinkButton to="/debug/channel-store">{t('debug.storage.open')}</LinkButton>
    </Card>
  );
}

function SettingsCard() {
  const { t } = useTexts();
  // Without keys: people post pictures of this page.
  const text = useSetting((settings) => formatBackup(settings, false));
  return (
    <Card title={t('debug.settings')}>
      <details className={styles['fold']}>
        <summary>{t('debug.settings.show')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be scrolled by keys too */}
        <section className={styles['code']} tabIndex={0} aria-label={t('debug.settings.text')}>
          <pre>{text}</pre>
        </section>
      </details>
      <LinkButton to="/settings">{t('debug.settings.open')}</LinkButton>
    </Card>
  );
}
