import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconPlayerPlayFilled, IconPlayerStopFilled, IconTrash } from '../../ui/icons.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { Switch } from '../../ui/switch.tsx';
import { MAX_LAPS_PER_PLAYLIST_ENTRY, playableEntriesOf } from './beat-editor.ts';
import { BeatList } from './beat-list.tsx';
import styles from './beatbox-page.module.css';
import { FoldableCard } from './foldable-card.tsx';
import { hasAnyStroke } from './played-laps.ts';

import type { BeatEditor } from './use-beat-editor.ts';
import { type BeatPlayback, playbackContentOfSettings } from './use-beat-player.ts';

interface PlaylistCardProps {
  editor: BeatEditor;
  playing: BeatPlayback;
  ready: boolean;
}

/** Beats one after another, each so many times; in order or shuffled, again and again. */
export function BeatPlaylistCard({ editor, playing, ready }: PlaylistCardProps) {
  const { t, number } = useTexts();
  const entries = playableEntriesOf(editor.box);
  const isOn = playing.what === 'playlist';
  const write = (next: readonly { readonly uuid: string; readonly repeats: number }[]) =>
    editor.change((box) => ({ ...box, playlist: next.map(({ uuid, repeats }) => ({ uuid, repeats })) }));
  return (
    <FoldableCard title={t('beatbox.playlist')} of="showPlaylist" editor={editor}>
      {entries.length === 0 ? (
        <p className="note">{t('beatbox.playlist.empty')}</p>
      ) : (
        <>
          <Button
            variant={isOn ? 'quiet' : 'primary'}
            icon={
              isOn ? (
                <IconPlayerStopFilled size={18} aria-hidden="true" />
              ) : (
                <IconPlayerPlayFilled size={18} aria-hidden="true" />
              )
            }
            disabled={!isOn && (!ready || !hasAnyStroke('playlist', playbackContentOfSettings(editor.box)))}
            onClick={() => (isOn ? playing.player?.stop() : playing.play('playlist'))}
          >
            {t(isOn ? 'beatbox.playlist.stop' : 'beatbox.playlist.play')}
          </Button>
          <BeatList
            label={t('beatbox.playlist')}
            onOrder={(order) => write(order.flatMap((place) => entries[place] ?? []))}
            items={entries.map((entry, place) => ({
              id: `${entry.uuid} ${entries.slice(0, place).filter(({ uuid }) => uuid === entry.uuid).length}`,
              name: entry.beat.name,
              content: (
                <div className={styles['entry']}>
                  <span className={styles['entryName']}>{entry.beat.name}</span>
                  <Stepper
                    label={t('beatbox.repeats', { name: entry.beat.name })}
                    decreaseLabel={t('beatbox.repeats.less', { name: entry.beat.name })}
                    increaseLabel={t('beatbox.repeats.more', { name: entry.beat.name })}
                    value={entry.repeats}
                    min={1}
                    max={MAX_LAPS_PER_PLAYLIST_ENTRY}
                    step={1}
                    valueText={t('beatbox.repeats.value', { count: number(entry.repeats) })}
                    onChange={(repeats) => write(entries.map((one) => (one === entry ? { ...one, repeats } : one)))}
                  />
                  <IconButton
                    label={t('beatbox.playlist.remove', { name: entry.beat.name })}
                    onClick={() => write(entries.filter((one) => one !== entry))}
                  >
                    <IconTrash size={20} aria-hidden="true" />
                  </IconButton>
                </div>
              ),
            }))}
          />
          <Switch
            label={t('beatbox.shuffle')}
            checked={editor.box.shuffle}
            onChange={(shuffle) => editor.change((box) => ({ ...box, shuffle }))}
          />
        </>
      )}
    </FoldableCard>
  );
}
