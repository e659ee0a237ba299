import { useEffect, useState } from 'react';
import { errorText } from '../../device/session/error-text.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { IconCircleCheck } from '../../ui/icons.ts';
import { useClock } from '../../ui/time-context.tsx';
import { wasRefusedAsUnknownVersion } from './follow-update.ts';
import styles from './ota.module.css';
import type { UpdateFailureKind, UpdateRun } from './update-run.ts';

type RunOf<Phase extends UpdateRun['phase']> = Extract<UpdateRun, { phase: Phase }>;

const SECOND_MS = 1_000;
/** A restart that takes longer than this is mentioned. */
const LONG_RESTART_MS = 90_000;

/** The state of an update: its progress, the restart, or its end. Rendered without an update, too. */
export function UpdateRunView({ run }: { run: UpdateRun }) {
  const { t } = useTexts();
  const isRunning = run.phase === 'writing' || run.phase === 'restarting';
  return (
    <>
      <div className={styles['run']} data-phase={run.phase}>
        <div className={styles['runHead']}>
          {/* Screen readers announce only live regions that exist before their text. */}
          <div role="status">
            {isRunning && <p className="medium">{t(run.phase === 'writing' ? 'ota.writing' : 'ota.restarting')}</p>}
            {run.phase === 'done' && <Done run={run} />}
          </div>
          {isRunning && <Percent share={shareOf(run)} />}
        </div>
        {isRunning && <RunningUpdate run={run} />}
      </div>
      {run.phase === 'failed' && <Failed run={run} />}
    </>
  );
}

const shareOf = (run: RunOf<'writing' | 'restarting'>): number => (run.phase === 'writing' ? run.progress : 1);

function Percent({ share }: { share: number }) {
  const { t, number } = useTexts();
  return (
    <span className={styles['percent']} aria-hidden="true">
      {t('unit.percent', { value: number(Math.round(share * 100)) })}
    </span>
  );
}

function RunningUpdate({ run }: { run: RunOf<'writing' | 'restarting'> }) {
  const { t } = useTexts();
  const nowMs = useNowMs();
  return (
    <>
      <progress
        className={styles['progress']}
        max={100}
        value={Math.round(shareOf(run) * 100)}
        aria-label={t('ota.progress')}
      />
      {run.isWhole && <p className="note">{t('ota.elapsed', { time: minutesOf(nowMs - run.startedMs) })}</p>}
      <p className="note">{t('ota.leaveOn')}</p>
      {run.phase === 'restarting' && nowMs - run.restartingSinceMs > LONG_RESTART_MS && (
        <p className="note">{t('ota.restarting.long')}</p>
      )}
    </>
  );
}

function Done({ run }: { run: RunOf<'done'> }) {
  const { t } = useTexts();
  return (
    <div className="row gap-12 align-center">
      <IconCircleCheck className={styles['doneIcon']} size={28} aria-hidden="true" />
      <div>
        <p className="semibold">{t('ota.done', { version: run.version })}</p>
        <p className="note">
          {run.tookMs === undefined ? t('ota.done.checked') : t('ota.done.text', { time: minutesOf(run.tookMs) })}
        </p>
      </div>
    </div>
  );
}

const REASONS: Readonly<Record<Exclude<UpdateFailureKind, 'refused' | 'lost'>, MessageKey>> = {
  device: 'ota.failed.device',
  'other-version': 'ota.failed.otherVersion',
};

/** A lost device has given up the update once it has reported its version. */
function reasonOf(kind: Exclude<UpdateFailureKind, 'refused'>, version: string | undefined): MessageKey {
  if (kind === 'lost') return version === undefined ? 'ota.failed.lost' : REASONS.device;
  return REASONS[kind];
}

function Failed({ run }: { run: RunOf<'failed'> }) {
  const { t, number } = useTexts();
  if (run.kind === 'refused') return <Refused error={run.error} />;
  const values = {
    percent: t('unit.percent', { value: number(Math.round(run.progress * 100)) }),
    version: run.version ?? t('ota.unknown'),
  };
  return (
    <Alert tone="negative" title={t('ota.error.failed')}>
      {t(reasonOf(run.kind, run.version), values)}
    </Alert>
  );
}

function Refused({ error }: { error: unknown }) {
  const { t } = useTexts();
  if (wasRefusedAsUnknownVersion(error)) {
    return (
      <Alert tone="negative" title={t('ota.error.notFound')}>
        {t('ota.error.notFound.text')}
      </Alert>
    );
  }
  return (
    <Alert tone="negative" title={t('ota.error.failed')}>
      {t(errorText(error) ?? 'error.unexpected')} {t('ota.failed.nothing')}
    </Alert>
  );
}

/** The monotonic clock, ms, read every second. */
function useNowMs(): number {
  const time = useClock();
  const [nowMs, setNowMs] = useState(() => time.monotonic());
  useEffect(() => time.every(SECOND_MS, () => setNowMs(time.monotonic())), [time]);
  return nowMs;
}

/** `1:05` in every language. */
function minutesOf(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
