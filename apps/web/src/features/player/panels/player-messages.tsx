import { ScriptError } from '@tactus/motion';
import { useEffect } from 'react';
import { WorkerEndedError } from '../../../device/browser/worker-requests.ts';
import { ErrorReason } from '../../../device/session/error-reason.tsx';
import { errorText } from '../../../device/session/error-text.ts';
import { scriptErrorText } from '../../../device/session/script-error-text.ts';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useSyncState } from '../../../device/session/use-sync-state.ts';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import type { ScriptMemory } from '../memory/memory-store.ts';
import type { useScriptMemory } from '../memory/use-script-memory.ts';
import { isLengthMismatch } from '../script/is-length-mismatch.ts';
import { ScriptAddressError } from '../script/use-loaded-script.ts';
import type { Player } from '../session/use-player.ts';
import { isBlockedAsMixedContent } from '../source/source.ts';

/** The errors and their consequences: open files stay open. */
export function PlayerMessages({ player }: { player: Player }) {
  const { t } = useTexts();
  const { open, library, mediumFailed, problem, sync } = player;
  const synced = useSyncState(sync);
  const failed = problem ?? synced.problem;
  const scriptFailed = ({ name, error }: { name: string; error: unknown }): string => {
    if (error instanceof ScriptAddressError)
      return t('player.scriptFailed.status', { name, address: error.url, status: error.status });
    const why = scriptErrorText(error);
    if (why === undefined) return t('player.scriptFailed', { name });
    const line = error instanceof ScriptError ? error.line : undefined;
    if (line === undefined) return t('player.scriptFailed.because', { name, reason: t(why) });
    return t('player.scriptFailed.atLine', { name, reason: t(why), line });
  };
  return (
    <>
      {open.failure !== undefined && (
        <Alert tone="negative" title={scriptFailed(open.failure)}>
          {t(adviceFor(open))}
        </Alert>
      )}
      {library.unknown.length > 0 && (
        <Alert tone="warning" title={t('player.files.unknown', { names: library.unknown.join(', ') })} />
      )}
      <LoneSubtitlesNote player={player} />
      {mediumFailed && library.medium !== undefined && (
        <Alert tone="negative" title={t('player.mediumFailed', { name: library.medium.name })}>
          {t(mediumReason(library.medium))}
        </Alert>
      )}
      {failed !== undefined && errorText(failed) !== undefined && !(mediumFailed && failed.code === 'media') && (
        <Alert tone="negative" title={t('player.problem')}>
          <ErrorReason error={failed} hostMessage />{' '}
          {open.remoteUrl !== undefined && t('player.problem.address', { address: open.remoteUrl })}
        </Alert>
      )}
      {open.remoteUrl !== undefined && (
        <Alert tone="info" title={t('player.remote')}>
          {t('player.remote.text')}
        </Alert>
      )}
    </>
  );
}

function adviceFor({ failure, script }: Player['open']): MessageKey {
  if (failure?.error instanceof WorkerEndedError) return 'player.scriptFailed.worker';
  return script === undefined ? 'player.scriptFailed.choose' : 'player.scriptFailed.kept';
}

/** Names the subtitles that need a video to be shown. */
function LoneSubtitlesNote({ player: { kind, library } }: { player: Player }) {
  const { t } = useTexts();
  const { subtitles, otherSubtitles } = library;
  useNotifyOfUnusedSubtitles(
    kind === 'video' ? subtitles?.name : undefined,
    otherSubtitles.map(({ name }) => name),
  );
  if (kind === 'video' || subtitles === undefined) return null;
  const names = [subtitles, ...otherSubtitles].map(({ name }) => name).join(', ');
  return (
    <Alert tone="info" title={t('player.subtitles.waiting', { names })}>
      {t('player.subtitles.waiting.text')}
    </Alert>
  );
}

/** Names once, of several files of subtitles, the one that is shown and those that are not. */
function useNotifyOfUnusedSubtitles(name: string | undefined, others: readonly string[]): void {
  const { t } = useTexts();
  const notifications = useNotifications();
  const files = name === undefined || others.length === 0 ? '' : [name, ...others].sort().join('\n');
  const notify = useLatest(() =>
    notifications.show({
      tone: 'warning',
      message: t('player.subtitles.unused', { name: name ?? '', names: others.join(', ') }),
      caption: t('player.subtitles.unused.text', { panel: t('player.panel.feel') }),
    }),
  );
  useEffect(() => {
    if (files !== '') notify.current();
  }, [files, notify]);
}

/** Reports before the first play the lengths of the script and its medium, where they differ too much to belong together. */
export function LengthMismatchNote({ player: { kind, open, shown, hasBegun } }: { player: Player }) {
  const { t } = useTexts();
  const scriptMs = open.script?.columns.timesMs.at(-1);
  if (hasBegun || kind === 'script' || scriptMs === undefined || !isLengthMismatch(scriptMs, shown.durationMs))
    return null;
  const lengths = { script: formatClockTime(scriptMs), medium: formatClockTime(shown.durationMs) };
  return (
    <Alert tone="info" title={t(kind === 'audio' ? 'player.length.audio' : 'player.length.video', lengths)}>
      {t('player.length.text')}
    </Alert>
  );
}

function mediumReason({ url }: { readonly url?: string }) {
  if (url === undefined) return 'player.mediumFailed.file' as const;
  if (isBlockedAsMixedContent(url, window.location.href)) return 'player.urls.mixed' as const;
  if (/\.m3u8(\?|$)/i.test(url)) return 'player.mediumFailed.hls' as const;
  return 'player.mediumFailed.url' as const;
}

/** Offers the settings of the last play of this script. */
export function RememberedSettingsOffer({ remembered }: { remembered: ReturnType<typeof useScriptMemory> }) {
  const { t } = useTexts();
  const report = useShowError();
  const { memory } = remembered;
  if (memory === undefined) return null;
  return (
    <Alert
      tone="info"
      title={t('player.remembered')}
      action={
        <Button variant="primary" onClick={() => remembered.takeUp(memory).catch(report)}>
          {t('player.remembered.use')}
        </Button>
      }
    >
      <RememberedText memory={memory} />
    </Alert>
  );
}

function RememberedText({ memory: { leftAtMs, window, offsetMs } }: { memory: ScriptMemory }) {
  const { t, number } = useTexts();
  const percent = (share: number) => number(Math.round(share * 100));
  return [
    ...(leftAtMs > 0 ? [t('player.remembered.at', { time: formatClockTime(leftAtMs) })] : []),
    ...(window ? [t('unit.percentRange', { min: percent(window.min), max: percent(window.max) })] : []),
    ...(offsetMs === undefined ? [] : [t('unit.ms', { value: number(offsetMs) })]),
  ].join(' · ');
}
