import type { FirmwareVersion } from '@tactus/protocol';
import type { ConnectionStatus, OtaState } from '@tactus/sdk';
import { isSameVersion } from './version-path.ts';

/** Why an update failed: refused before it began; given up by the device; lost with the device; another version came up. */
export type FailureKind = 'refused' | 'device' | 'lost' | 'other-version';

/** An update that is or was under way. */
interface Started {
  /** The requested version; undefined where another program requested the update. */
  readonly target: string | undefined;
  /** The same with its flags; undefined where another program requested it. */
  readonly requested: FirmwareVersion | undefined;
  /** The version that ran before. */
  readonly from: string | undefined;
  /** The device's session in which it began: the one after the restart is another. */
  readonly sessionId: string | undefined;
  /** When it was first seen, by the monotonic clock, ms. */
  readonly startedMs: number;
  /** It was followed from its beginning: how long it takes is known. */
  readonly isWhole: boolean;
}

/** An update from its request to its end. The device reports done, restarts, and the page then verifies the new version. */
export type UpdateRun =
  | { readonly phase: 'idle' }
  | (Started & { readonly phase: 'writing'; readonly progress: number })
  | (Started & { readonly phase: 'restarting'; readonly restartingSinceMs: number })
  | (Started & { readonly phase: 'done'; readonly version: string; readonly tookMs: number | undefined })
  | (Started & {
      readonly phase: 'failed';
      readonly kind: FailureKind;
      readonly progress: number;
      /** What it was refused with. */
      readonly error?: unknown;
      /** What it runs now, where that is known. */
      readonly version?: string | undefined;
    });

/** What of the device's state a run goes by. */
export interface UpdateFacts {
  readonly ota: Pick<OtaState, 'ongoing' | 'done' | 'failed' | 'progress' | 'targetVersion'>;
  readonly connection: ConnectionStatus;
  /** The version that the device has reported in its present session. */
  readonly version: string | undefined;
  readonly sessionId: string | undefined;
  /** The update last requested on this page. */
  readonly requested: FirmwareVersion | undefined;
}

type Phase = UpdateRun['phase'];
type Next = (facts: UpdateFacts, nowMs: number) => UpdateRun;

/** The first sight of an update. */
function begun({ ota, version: from, sessionId, requested: last }: UpdateFacts, nowMs: number): UpdateRun {
  const { progress, targetVersion: target } = ota;
  const requested = last?.version === target ? last : undefined;
  return { phase: 'writing', target, requested, from, sessionId, startedMs: nowMs, isWhole: progress === 0, progress };
}

/** Whether the device is back from a restart. */
const isBack = (run: Started, { connection: word, sessionId }: UpdateFacts): boolean =>
  word === 'ready' && sessionId !== undefined && sessionId !== run.sessionId;

/** Whether the device runs the requested version; where that is not known, whether it runs another than before. */
const isUpdated = ({ target, from }: Started, version: string): boolean =>
  target === undefined ? version !== from : version === target;

function done(run: Started, version: string, nowMs: number): UpdateRun {
  const tookMs = run.isWhole ? nowMs - run.startedMs : undefined;
  return { ...startedOf(run), phase: 'done', version, tookMs };
}

const startedOf = ({ target, requested, from, sessionId, startedMs, isWhole }: Started): Started => ({
  target,
  requested,
  from,
  sessionId,
  startedMs,
  isWhole,
});

/** One row for each phase: the next phase for each report of the device. */
const TABLE: { readonly [P in Phase]: (run: Extract<UpdateRun, { phase: P }>) => Next } = {
  idle: (run) => (facts, nowMs) => (facts.ota.ongoing ? begun(facts, nowMs) : run),

  writing: (run) => (facts, nowMs) => {
    const { ota, connection: word, version } = facts;
    if (ota.ongoing) return ota.progress === run.progress ? run : { ...run, progress: ota.progress };
    if (ota.done) return { ...startedOf(run), phase: 'restarting', restartingSinceMs: nowMs };
    if (!ota.failed) return { phase: 'idle' };
    const kind = word === 'ready' ? 'device' : 'lost';
    const progress = Math.max(run.progress, ota.progress);
    return { ...run, phase: 'failed', kind, progress, version: kind === 'lost' ? undefined : version };
  },

  restarting: (run) => (facts, nowMs) => {
    const { version } = facts;
    if (version === undefined || !isBack(run, facts)) return run;
    if (isUpdated(run, version)) return done(run, version, nowMs);
    return { ...startedOf(run), phase: 'failed', kind: 'other-version', progress: 1, version };
  },

  done: (run) => (facts, nowMs) => (facts.ota.ongoing ? begun(facts, nowMs) : run),

  failed: (run) => (facts, nowMs) => {
    const { ota, version, sessionId } = facts;
    // A device that was lost may have gone on by itself: what it says when it is back is what counts. An update that is
    // requested begins with nothing done, one already under way has some progress.
    if (ota.ongoing && run.kind === 'lost' && ota.progress > 0)
      return { ...startedOf(run), sessionId, phase: 'writing', progress: ota.progress };
    if (ota.ongoing) return begun(facts, nowMs);
    if (run.kind !== 'lost' || version === undefined || !isBack(run, facts)) return run;
    if (isUpdated(run, version)) return done(run, version, nowMs);
    // The update may go on all the same: the device reports it a moment after it is back.
    return run.version === version ? run : { ...run, version };
  },
};

/** What a run becomes with what is known of the device now; the same object where nothing changes. */
export function nextUpdateRun(run: UpdateRun, facts: UpdateFacts, nowMs: number): UpdateRun {
  // The row was looked up by the run's own phase, which the compiler cannot follow.
  const row = TABLE[run.phase] as (run: UpdateRun) => Next;
  return row(run)(facts, nowMs);
}

/** What is left of a request that was refused: it has begun nothing. */
export function refusedRun({ requested, version, sessionId }: UpdateFacts, error: unknown, nowMs: number): UpdateRun {
  const started: Started = {
    target: requested?.version,
    requested,
    from: version,
    sessionId,
    startedMs: nowMs,
    isWhole: true,
  };
  return { ...started, phase: 'failed', kind: 'refused', progress: 0, error, version };
}

/**
 * Whether a run is shown where a firmware can be installed: one that has failed only with the firmware that it was for, or
 * where it is not known with which, any other wherever updates are.
 */
export function isAboutVersion(run: UpdateRun, firmware: FirmwareVersion | undefined): boolean {
  if (run.phase !== 'failed' || run.requested === undefined) return true;
  // It may be going on.
  if (run.kind === 'lost' && run.version === undefined) return true;
  return firmware === undefined || isSameVersion(run.requested, firmware);
}
