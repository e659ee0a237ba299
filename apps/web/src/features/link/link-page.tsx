import { useMemo } from 'react';
import { followersBySettings } from '../../device/linked/followers.ts';
import { useLinkedDevices } from '../../device/linked/linked-devices-context.tsx';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { UnsupportedFeaturesNote } from '../../device/session/unsupported-features-note.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { newSavedDevice, type SavedDevice } from '../../settings/saved-device.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AddDevice } from './add-device.tsx';
import { ConnectPhoneCard } from './connect-phone-card.tsx';
import { EmulatorOfTabCard } from './emulator-of-tab-card.tsx';
import styles from './link-page.module.css';
import { LinkedDeviceCard } from './linked-card.tsx';

/** The linked devices: all of them, the one in use, and those that follow it. */
export function LinkPage() {
  const linkedDevices = useDevicesToShow();
  const { followersMax } = useLinkedDevices();
  const following = useSetting((settings) => followersBySettings(settings, Number.POSITIVE_INFINITY).length);
  return (
    <div className="column gap-16 shrink">
      <div className={styles['devices']}>
        {linkedDevices.map((device) => (
          <LinkedDeviceCard key={device.connectionKey} device={device} canFollow={following < followersMax} />
        ))}
      </div>
      <Together isFollowed={following > 0} />
      <div className={styles['more']}>
        <div className="column gap-16 shrink">
          <AddDevice />
          <ConnectPhoneCard />
        </div>
        <EmulatorOfTabCard />
      </div>
    </div>
  );
}

/** The linked devices, and the one in use where it has never connected yet: such a device is not stored. */
function useDevicesToShow(): readonly SavedDevice[] {
  const linkedDevices = useSetting((settings) => settings.linkedDevices);
  const inUse = useSetting((settings) => settings.connectionKey);
  return useMemo(() => {
    const isListed = inUse === '' || linkedDevices.some((one) => one.connectionKey === inUse);
    return isListed ? linkedDevices : [...linkedDevices, newSavedDevice(inUse)];
  }, [linkedDevices, inUse]);
}

/** The switch that lets several devices move at a time, and how they then make strokes. */
function Together({ isFollowed }: { isFollowed: boolean }) {
  const { t, number } = useTexts();
  const settings = useSettingsStore();
  const { followersMax } = useLinkedDevices();
  const active = useSetting((state) => state.multicastActive);
  return (
    <Card title={t('link.together')}>
      <Switch
        label={t('link.together.switch')}
        hint={t('link.together.hint', {
          ...{ local: t('page.local'), hamp: t('page.hamp'), hvp: t('page.hvp'), hdsp: t('page.hdsp') },
          ...{ beatbox: t('page.beatbox'), random: t('page.random'), remote: t('page.remote') },
        })}
        checked={active}
        onChange={(multicastActive) => settings.update({ multicastActive })}
      />
      {active && <p className="note">{t('link.together.text', { most: number(followersMax) })}</p>}
      {isFollowed && <StrokesOfSeveral />}
      {active && <UnsupportedFeaturesNote of={['channels']} />}
    </Card>
  );
}

/** Whether devices that follow make strokes of their own, or in step; nothing where the device in use makes none. */
function StrokesOfSeveral() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const sameMotion = useSetting((state) => state.sameMotion);
  if (useMissingCapabilities().slider) return null;
  return (
    <div className="column gap-8">
      <strong>{t('link.motion')}</strong>
      <Segmented
        label={t('link.motion')}
        options={[
          { value: 'settings', label: t('link.motion.settings') },
          { value: 'same', label: t('link.motion.same') },
        ]}
        value={sameMotion ? 'same' : 'settings'}
        onChange={(chosen) => settings.update({ sameMotion: chosen === 'same' })}
      />
      <p className="note">{t('link.motion.hint')}</p>
    </div>
  );
}
