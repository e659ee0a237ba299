import { ErrorReason } from '../../../device/session/error-reason.tsx';
import { errorText } from '../../../device/session/error-text.ts';
import { scriptErrorText } from '../../../device/session/script-error-text.ts';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import type { ScriptMemory } from '../memory/memory-store.ts';
import type { useScriptMemory } from '../memory/use-script-memory.ts';
import { isLengthMismatch } from '../script/is-length-mismatch.ts';
import { ScriptAddressError } from '../script/use-loaded-script.ts';
import type { Player } from '../session/use-player.ts';
import { useSyncState } from '../session/use-sync-state.ts';
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
    return why ? t('player.scriptFailed.because', { name, reason: t(why) }) : t('player.scriptFailed', { name });
  };
  return (
    <>
      {open.failure !== undefined && (
        <Alert tone="negative" title={scriptFailed(open.failure)}>
          {open.script === undefined ? t('player.scriptFailed.choose') : t('player.scriptFailed.kept')}
        </Alert>
      )}
      {library.unknown.length > 0 && (
        <Alert tone="warning" title={t('player.files.unknown', { names: library.unknown.join(', ') })} />
      )}
      <SubtitlesNote player={player} />
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

/** Names the open subtitles that are not shown, and how to show them. */
function SubtitlesNote({ player: { kind, library } }: { player: Player }) {
  const { t } = useTexts();
  const { subtitles, otherSubtitles } = library;
  const isShown = kind === 'video';
  const unseen = [...(isShown || subtitles === undefined ? [] : [subtitles]), ...otherSubtitles];
  if (unseen.length === 0) return null;
  const names = unseen.map(({ name }) => name).join(', ');
  return (
    <Alert tone="info" title={t(isShown ? 'player.subtitles.unused' : 'player.subtitles.waiting', { names })}>
      {t(isShown ? 'player.subtitles.unused.text' : 'player.subtitles.waiting.text')}
    </Alert>
  );
}

/** Reports the lengths of the script and its medium, where they differ too much to belong together. */
export function LengthMismatchNote({ player: { kind, open, shown } }: { player: Player }) {
  const { t } = useTexts();
  const scriptMs = open.script?.columns.timesMs.at(-1);
  if (kind === 'script' || scriptMs === undefined || !isLengthMismatch(scriptMs, shown.durationMs)) return null;
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
