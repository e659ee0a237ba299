import type { Random } from '@tactus/time';
import { useCallback } from 'react';
import { useStop } from '../../device/dock/use-stop.ts';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useConnectionStatus } from '../../device/session/device-context.tsx';
import { useStartInThisTab } from '../../device/session/use-start-in-this-tab.ts';
import { LiveText } from '../../device-view/position/live-text.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { IconPlayerSkipForwardFilled } from '../../ui/icons.ts';
import { useClock, useRandom } from '../../ui/time-context.tsx';
import { RunButton } from './run-button.tsx';
import styles from './run-phase-card.module.css';
import type { RandomRun } from './use-run.ts';

/** The present phase of the run, with two actions: start or stop it, and go on to the next pick. */
export function RunPhaseCard({ run }: { run: RandomRun }) {
  const { t } = useTexts();
  const random = useRandom();
  const settings = useSettingsStore();
  const stop = useStop();
  const ready = useConnectionStatus() === 'ready';
  const startHere = useStartInThisTab();
  const running = run.phase !== 'idle';
  const begin = () => run.control.start(settings.state.getState().randomClassic.seed.trim() || newSeedText(random));
  const press = running ? stop : () => startHere(begin);
  return (
    <div className={styles['hero']}>
      <RunButton run={run} disabled={!running && !ready} onPress={press} />
      <p className={styles['note']} role="status">
        <Note run={run} ready={ready} />
      </p>
      <Facts run={run} />
      <Button
        wide
        disabled={run.phase !== 'moving' && run.phase !== 'resting'}
        icon={<IconPlayerSkipForwardFilled size={18} aria-hidden="true" />}
        onClick={run.control.next}
      >
        {t('random.next')}
      </Button>
    </div>
  );
}

/** The status beside the countdown. */
function Note({ run, ready }: { run: RandomRun; ready: boolean }) {
  const { t } = useTexts();
  const { slider: vibrates } = useMissingCapabilities();
  const sessionMinutes = useSetting((settings) => settings.randomClassic.sessionMinutes);
  if (run.phase === 'idle') {
    if (!ready) return t('random.note.connect');
    if (run.finished) return t('random.note.finished');
    return vibrates ? null : t('random.note.ready');
  }
  if (sessionMinutes > 0 && run.startedMs !== undefined) {
    return <SessionLeft endMs={run.startedMs + sessionMinutes * 60_000} />;
  }
  return t('random.note.seed', { seed: run.seedText });
}

function SessionLeft({ endMs }: { endMs: number }) {
  const { t, number } = useTexts();
  const time = useClock();
  const read = useCallback(() => {
    const seconds = Math.max(0, Math.ceil((endMs - time.monotonic()) / 1000));
    return t('random.note.left', {
      minutes: number(Math.floor(seconds / 60)),
      seconds: String(seconds % 60).padStart(2, '0'),
    });
  }, [endMs, time, t, number]);
  // Announced once, not every second.
  return (
    <span aria-hidden="true">
      <LiveText read={read} />
    </span>
  );
}

/** The pick that the device follows. */
function Facts({ run }: { run: RandomRun }) {
  const { t, number } = useTexts();
  const pick = run.phase === 'idle' ? undefined : run.history.at(-1);
  const { slider: vibrates } = useMissingCapabilities();
  const percent = (share: number) => number(Math.round(share * 100));
  const stroke = [
    t('random.stroke'),
    pick && t('unit.percentRange', { min: percent(pick.window.min), max: percent(pick.window.max) }),
  ] as const;
  const facts = [
    [t(vibrates ? 'hvp.strength' : 'random.speed'), pick && t('unit.percent', { value: percent(pick.velocity01) })],
    ...(vibrates ? [] : [stroke]),
    [t('random.pick'), pick && number(pick.index + 1)],
  ] as const;
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Letters and digits that do not look alike. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 6;

/** A short random seed text, easy to read out and to type. */
function newSeedText(random: Random): string {
  return Array.from({ length: LENGTH }, () => random.pick([...SIGNS])).join('');
}
