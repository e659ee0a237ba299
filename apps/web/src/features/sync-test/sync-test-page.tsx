import { useState } from 'react';
import { RequireCapability } from '../../device/session/require-capability.tsx';
import { UnsupportedFeaturesNote } from '../../device/session/unsupported-features-note.tsx';
import { EstimatedPositionCard } from '../../device-view/position/estimated-position-card.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import { ClipCard } from './clip-card.tsx';
import { ClipSettingsCard } from './clip-settings-card.tsx';
import { ClockSyncCard } from './clock-card.tsx';
import { DeviceOffsetCard } from './offset-card.tsx';
import type { ClipTransferMode } from './sync-session.ts';
import { useSyncTest } from './use-sync-test.ts';

/** The sync test: a clip to watch and listen to, and the offset that synchronises the device with it. */
export function SyncTestPage() {
  return (
    <RequireCapability needs="slider">
      <SyncTestBench />
    </RequireCapability>
  );
}

function SyncTestBench() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const { loop, simulator } = useSetting(({ syncPage }) => syncPage);
  const [transferMode, setTransferMode] = useState<ClipTransferMode>('stream');
  const [sound, setSound] = useState(true);
  const test = useSyncTest({ transferMode, loop, sound });
  return (
    <div className="column gap-16">
      <ClipCard test={test} transferMode={transferMode} />
      <DeviceOffsetCard />
      <ClipSettingsCard
        {...{ transferMode, sound }}
        onTransferMode={setTransferMode}
        onSound={setSound}
        busy={test.isPlaying || test.sending}
      />
      <LivePanel className="column gap-16">
        <ClockSyncCard />
        <EstimatedPositionCard
          label={t('sync.simulator')}
          isShown={simulator}
          onShow={(on) => settings.update({ syncPage: { ...settings.state.getState().syncPage, simulator: on } })}
        />
      </LivePanel>
      <UnsupportedFeaturesNote of={['leases']} />
    </div>
  );
}
