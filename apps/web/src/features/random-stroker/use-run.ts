import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useDevice } from '../../device/session/device-context.tsx';
import { useShowStopReason } from '../../device/session/stop-reason.ts';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { useClock, useHeartbeat } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { connectRunToDevice } from './connect-run.ts';
import { toRunRules } from './rules.ts';
import type { RunControl, RunState } from './run-control.ts';

/** The run of the random stroker on this visit to the page. */
export interface RandomRun extends RunState {
  readonly control: RunControl;
}

/** Creates the run for this visit to the page; each pick uses the present settings. */
export function useRandomRun(): RandomRun {
  const device = useDevice();
  const time = useClock();
  const heartbeat = useHeartbeat();
  const { t } = useTexts();
  const notifications = useNotifications();
  const settings = useSettingsStore();
  const report = useLatest(useShowError());
  const showReason = useLatest(useShowStopReason());
  const onSlept = useLatest(() => notifications.show({ tone: 'warning', message: t('control.network.stopped') }));
  const { slider: vibrates } = useMissingCapabilities();
  const run = useMemo(
    () =>
      connectRunToDevice({
        ...{ device, time, heartbeat, vibrates },
        rules: () => toRunRules(settings.state.getState().randomClassic),
        onError: (error) => report.current(error),
        onLeft: () => showReason.current('page-left'),
        onSlept: () => onSlept.current(),
      }),
    [device, time, heartbeat, vibrates, settings, report, showReason, onSlept],
  );
  useEffect(() => run.open(), [run]);
  const state = useStore(run.control.state);
  return { ...state, control: run.control };
}
