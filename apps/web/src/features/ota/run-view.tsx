import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { errorText } from '../../device/error-text.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useTime } from '../../ui/time-context.tsx';
import { isUnknownVersion } from './follow-update.ts';
import styles from './ota.module.css';
import type { FailureKind, UpdateRun } from './update-run.ts';

type RunOf<Phase extends UpdateRun['phase']> = Extract<UpdateRun, { phase: Phase }>;

const SECOND_MS = 1_000;
/** A restart that takes longer than this is spoken of. */
const LONG_RESTART_MS = 90_000;

/** Where an update stands: how far it is, that the device restarts, or how it ended. */
export function RunView({ run }: { run: Exclude<UpdateRun, { phase: 'idle' }> }) {
  if (run.phase === 'done') return <Done run={run} />;
  if (run.phase === 'failed') return <Failed run={run} />;
  return <UnderWay run={run} />;
}

function UnderWay({ run }: { run: RunOf<'writing' | 'restarting'> }) {
  const { t, number } = useTexts();
  const elapsedMs = useElapsed(run.startedMs);
  const share = run.phase === 'writing' ? run.progress : 1;
  const percent = t('unit.percent', { value: number(Math.round(share * 100)) });
  const doing = t(run.phase === 'writing' ? 'ota.writing' : 'ota.restarting');
  return (
    <div className={styles['run']}>
      <p className={styles['runHead']}>
        <span role="status">{doing}</span>
        <span className={styles['percent']} aria-hidden="true">
          {percent}
        </span>
      </p>
      <progress
        className={styles['progress']}
        max={100}
        value={Math.round(share * 100)}
        aria-label={t('ota.progress')}
      />
      {run.isWhole && <p className={styles['hint']}>{t('ota.elapsed', { time: minutesOf(elapsedMs) })}</p>}
      <p className={styles['hint']}>{t('ota.leaveOn')}</p>
      {run.phase === 'restarting' && elapsedMs > LONG_RESTART_MS && (
        <p className={styles['hint']}>{t('ota.restarting.long')}</p>
      )}
    </div>
  );
}

function Done({ run }: { run: RunOf<'done'> }) {
  const { t } = useTexts();
  return (
    <div className={styles['done']} role="status">
      <IconCircleCheck className={styles['doneIcon']} size={28} aria-hidden="true" />
      <div>
        <p className={styles['doneTitle']}>{t('ota.done', { version: run.version })}</p>
        <p className={styles['hint']}>
          {run.tookMs === undefined ? t('ota.done.checked') : t('ota.done.text', { time: minutesOf(run.tookMs) })}
        </p>
      </div>
    </div>
  );
}

const REASONS: Readonly<Record<Exclude<FailureKind, 'refused' | 'lost'>, MessageKey>> = {
  device: 'ota.failed.device',
  'other-version': 'ota.failed.otherVersion',
};

/** A device that was lost has given up once it has told what it runs. */
function reasonOf(kind: Exclude<FailureKind, 'refused'>, version: string | undefined): MessageKey {
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
  if (isUnknownVersion(error)) {
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

/** How long it has been going on, ms; drawn anew every second. */
function useElapsed(sinceMs: number): number {
  const time = useTime();
  const [nowMs, setNowMs] = useState(() => time.monotonic());
  useEffect(() => time.every(SECOND_MS, () => setNowMs(time.monotonic())), [time]);
  return Math.max(0, nowMs - sinceMs);
}

/** `1:05` in every language. */
function minutesOf(durationMs: number): string {
  const seconds = Math.round(durationMs / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
