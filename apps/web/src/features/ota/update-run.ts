import type { FirmwareVersion } from '@tactus/protocol';
import type { ConnectionStatus, OtaState } from '@tactus/sdk';
import { isSameVersion } from './version-path.ts';

/** Why an update failed: refused at the start; given up by the device; device lost; another version runs after the restart. */
export type UpdateFailureKind = 'refused' | 'device' | 'lost' | 'other-version';

/** An update that is or was under way. */
interface Started {
  /** The requested version; undefined where another program requested the update. */
  readonly target: string | undefined;
  /** The same with its flags; undefined where another program requested it. */
  readonly requested: FirmwareVersion | undefined;
  /** The version that ran before. */
  readonly from: string | undefined;
  /** The device's session in which it began: the restart begins another one. */
  readonly sessionId: string | undefined;
  /** When it was first seen, by the monotonic clock, ms. */
  readonly startedMs: number;
  /** It was followed from its beginning, so its duration is known. */
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
      readonly kind: UpdateFailureKind;
      readonly progress: number;
      /** The error of a refusal. */
      readonly error?: unknown;
      /** The version that runs now, where it is known. */
      readonly version?: string | undefined;
    });

/** The parts of the device's state that decide how an update goes on. */
export interface UpdateDeviceFacts {
  readonly ota: Pick<OtaState, 'ongoing' | 'done' | 'failed' | 'progress' | 'targetVersion'>;
  readonly connection: ConnectionStatus;
  /** The version that the device has reported in its present session. */
  readonly version: string | undefined;
  readonly sessionId: string | undefined;
  /** The update last requested on this page. */
  readonly requested: FirmwareVersion | undefined;
}

type Phase = UpdateRun['phase'];
type Next = (facts: UpdateDeviceFacts, nowMs: number) => UpdateRun;

/** A run first seen under way. */
function begun({ ota, version: from, sessionId, requested: last }: UpdateDeviceFacts, nowMs: number): UpdateRun {
  const { progress, targetVersion: target } = ota;
  const requested = last?.version === target ? last : undefined;
  return { phase: 'writing', target, requested, from, sessionId, startedMs: nowMs, isWhole: progress === 0, progress };
}

/** Whether the device is back from a restart. */
const isBack = (run: Started, { connection: word, sessionId }: UpdateDeviceFacts): boolean =>
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
    // A lost device may have gone on by itself: its report after the return decides. An update that is
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

/** The next state of a run for the present state of the device; the same object where nothing changes. */
export function nextUpdateRun(run: UpdateRun, facts: UpdateDeviceFacts, nowMs: number): UpdateRun {
  // The row belongs to the run's own phase; TypeScript cannot infer that.
  const row = TABLE[run.phase] as (run: UpdateRun) => Next;
  return row(run)(facts, nowMs);
}

/** The run after a refused request, which has started nothing. */
export function refusedUpdateRun(
  { requested, version, sessionId }: UpdateDeviceFacts,
  error: unknown,
  nowMs: number,
): UpdateRun {
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
 * Whether a run is shown where a firmware can be installed: one that has failed only with its own firmware, or,
 * where that is unknown, with any; every other run on all update pages.
 */
export function isUpdateRunShownFor(run: UpdateRun, firmware: FirmwareVersion | undefined): boolean {
  if (run.phase !== 'failed' || run.requested === undefined) return true;
  // The update may still run.
  if (run.kind === 'lost' && run.version === undefined) return true;
  return firmware === undefined || isSameVersion(run.requested, firmware);
}
