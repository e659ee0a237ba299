import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useDevice } from '../../device/session/device-context.tsx';
import { useShowStopReason } from '../../device/session/stop-reason.ts';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useSettingsStore } from '../../settings/use-settings.tsx';
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
  const settings = useSettingsStore();
  const report = useLatest(useShowError());
  const showReason = useLatest(useShowStopReason());
  const { slider: vibrates } = useMissingCapabilities();
  const run = useMemo(
    () =>
      connectRunToDevice({
        ...{ device, time, heartbeat, vibrates },
        rules: () => toRunRules(settings.state.getState().randomClassic),
        onError: (error) => report.current(error),
        onLeft: () => showReason.current('page-left'),
        onSlept: () => showReason.current('slept'),
      }),
    [device, time, heartbeat, vibrates, settings, report, showReason],
  );
  useEffect(() => run.open(), [run]);
  const state = useStore(run.control.state);
  return { ...state, control: run.control };
}
