import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { RequireCapability } from '../../device/session/require-capability.tsx';
import { UnsupportedFeaturesNote } from '../../device/session/unsupported-features-note.tsx';
import { VibratesNote } from '../../device/session/vibrates-note.tsx';
import { MotionCard } from '../../device-view/vibration/motion-card.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import { PickHistoryStrip } from './history-strip.tsx';
import { RandomSettingsForm } from './random-settings-form.tsx';
import styles from './random-stroker-page.module.css';
import { canMoveInOwnWindow } from './run-motion.ts';
import { RunPhaseCard } from './run-phase-card.tsx';
import { useRandomRun } from './use-run.ts';

const CHART_SPAN_S = 15;

/** Random strokes: every few seconds another speed and another window, inside the ranges that the person set. */
export function RandomStrokerPage() {
  return (
    <RequireCapability>
      <Stroker />
    </RequireCapability>
  );
}

function Stroker() {
  const { t } = useTexts();
  const run = useRandomRun();
  const { slider: vibrates } = useMissingCapabilities();
  const windowless = useDeviceState((state) => state.info !== undefined && !canMoveInOwnWindow(state)) && !vibrates;
  return (
    <>
      {windowless && (
        <Alert tone="info" title={t('random.windowless')}>
          {t('random.windowless.text')}
        </Alert>
      )}
      <VibratesNote />
      <div className={styles['page']}>
        <div className="column gap-16 shrink">
          <RunPhaseCard run={run} />
          <PickHistoryStrip history={run.history} live={run.phase === 'moving'} />
        </div>
        <RandomSettingsForm seedOfRun={run.seedText} />
      </div>
      <LivePanel>
        <MotionCard spanS={CHART_SPAN_S} />
      </LivePanel>
      <UnsupportedFeaturesNote of={['leases']} />
    </>
  );
}
