import { type DragEvent, useCallback, useEffect, useId, useState } from 'react';
import { UnsupportedFeaturesNote } from '../../device/session/unsupported-features-note.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { PANEL_AT_SIDE } from '../../ui/panel-slot.tsx';
import { HAS_MOUSE, useMediaQuery } from '../../ui/use-media-query.ts';
import { useGoOn } from './go-on/use-go-on.ts';
import { HeatmapBar } from './heatmap/heatmap-bar.tsx';
import { LibraryCard } from './library/library-card.tsx';
import { useGoOnOnce } from './memory/use-go-on-once.ts';
import { useScriptMemory } from './memory/use-script-memory.ts';
import { useStoredRecipe } from './memory/use-stored-recipe.ts';
import { NothingOpenCard } from './panels/nothing-open-card.tsx';
import { OpenFilesCard } from './panels/open-files-card.tsx';
import type { PlayerPanel } from './panels/panel-tabs.tsx';
import { LengthMismatchNote, PlayerMessages, RememberedSettingsOffer } from './panels/player-messages.tsx';
import { PlayerPanels } from './panels/player-panels.tsx';
import styles from './player-page.module.css';
import { useBackToLibrary } from './session/use-back-to-library.ts';
import { useMediaKeys } from './session/use-media-keys.ts';
import { useReleasedMedium } from './session/use-medium.ts';
import { usePauseOnLeave } from './session/use-pause-on-leave.ts';
import { usePlayer } from './session/use-player.ts';
import { useFileInput } from './source/file-buttons.tsx';
import { SeekFrame } from './stage/seek-frame.tsx';
import { MediumStage } from './stage/stage.tsx';

/** From this width on the bar below the picture has room for rate, repeat and volume. */
const ROOM_FOR_EXTRAS = '(min-width: 600px)';

/** What the file picker of the page offers. */
const OPENED_FILES = 'video/*,audio/*,.mkv,.funscript,.json,.csv,.vtt,.srt';

/** How the layout shows the player. */
export interface PlayerPageProps {
  /** Another page is shown: only a card of what is open stays. */
  readonly isAway: boolean;
  /** The shown page may command the device: the film rests, without a session on the device. */
  readonly isBlocked: boolean;
  /** Called when something is opened, and when nothing is open any more. */
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Stops the device and hides the screen. */
  readonly onHide: () => void;
}

/** The local player: a video, an audio file or a script alone, with the device in sync. */
export function PlayerPage({ isAway, isBlocked, onOpenChange, onHide }: PlayerPageProps) {
  const { t } = useTexts();
  const player = usePlayer(isBlocked);
  const { library, open, element, shown, span, actions } = player;
  const [isOver, setOver] = useState(false);
  const { goOnId, forget } = useGoOn();
  const isRead = open.loading === undefined && open.failure === undefined;
  const { begin, ...goesOn } = useGoOnOnce({ medium: library.medium, script: library.script, isRead });
  const remembered = useScriptMemory({
    ...{ hash: open.script?.hash, film: library.medium, element, durationMs: shown.durationMs },
    ...goesOn,
  });
  useReleasedMedium(player.tag);
  const recipe = useStoredRecipe(open, remembered.store);
  const readMs = useCallback(() => (element?.currentTime ?? 0) * 1_000, [element]);
  const libraryId = useId();
  const [panel, setPanel] = useState<PlayerPanel>('feel');
  const [isFilled, setFilled] = useState(false);
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  // Where there is no side, the library with its playlists is a part of a panel.
  const isAtSide = useMediaQuery(PANEL_AT_SIDE);
  const hasRoom = useMediaQuery(ROOM_FOR_EXTRAS);
  const isEmpty = library.medium === undefined && open.script === undefined && open.remoteUrl === undefined;
  useEffect(() => onOpenChange(!isEmpty), [onOpenChange, isEmpty]);
  usePauseOnLeave(player, { isAway, isBlocked });
  useMediaKeys(player);
  useBackToLibrary(library.medium !== undefined || library.script !== undefined, library.clear);
  const hasFiles =
    library.scripts.length > 0 ||
    library.otherAxes.length > 0 ||
    library.unknown.length > 0 ||
    library.subtitles !== undefined;

  // A film from an address would be fetched a second time.
  const film = player.kind === 'video' && !player.mediumFailed && library.medium?.file ? library.medium : undefined;

  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null))
        setOver(false);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      library.addFiles([...event.dataTransfer.files]);
    },
  };

  const files = useFileInput({ label: t('player.choose'), accept: OPENED_FILES, onFiles: library.addFiles });
  const nothingOpen = <NothingOpenCard key="nothing" library={library} onChoose={files.choose} />;
  const shelf = (
    <div key="library" id={libraryId} hidden={isAway || (!isEmpty && !isAtSide && panel !== 'next')}>
      <LibraryCard
        playerHandle={player.playerHandle}
        openFiles={library}
        onChooseFiles={files.choose}
        onFilled={setFilled}
        goOnId={goOnId}
        onLook={forget}
        onGoOn={begin}
      />
    </div>
  );
  return (
    <div
      className={styles['page']}
      data-over={isOver || undefined}
      data-mini-player={isAway || undefined}
      {...(!isAway && drop)}
    >
      {!isAway && files.input}
      {!isAway && <PlayerMessages player={player} />}
      {!isEmpty && (
        <>
          <MediumStage
            {...{ player, hasRoom, isAway, isBlocked, onHide }}
            setSheet={setSheet}
            seek={
              <HeatmapBar
                script={open.script}
                durationMs={shown.durationMs}
                read={readMs}
                onSeek={actions.seekToMs}
                loop={span}
                preview={film && ((ms) => <SeekFrame film={film} atMs={ms} />)}
              />
            }
          />
          {!isAway && (
            <>
              <LengthMismatchNote player={player} />
              <RememberedSettingsOffer remembered={remembered} />
              <PlayerPanels
                {...{ player, recipe, hasRoom, readMs, sheet }}
                libraryId={isAtSide || sheet !== null ? undefined : libraryId}
                chosen={panel}
                onChoose={setPanel}
                onChooseFiles={files.choose}
              />
            </>
          )}
        </>
      )}
      {/* The library stays the same element wherever it is: its place in the list, and a playlist that plays, stay too. */}
      {isEmpty && !isFilled ? [nothingOpen, shelf] : [shelf]}
      {isEmpty && hasFiles && <OpenFilesCard player={player} onChoose={files.choose} />}
      {!isEmpty && !isAway && <Keys />}
      {!isAway && <UnsupportedFeaturesNote of={['leases']} />}
    </div>
  );
}

/** The gestures and keys of the player: on a screen that is touched the gestures first, and keys only beside a mouse. */
function Keys() {
  const { t } = useTexts();
  const hasMouse = useMediaQuery(HAS_MOUSE);
  const isTouched = useMediaQuery('(any-pointer: coarse)') || !hasMouse;
  return (
    <details className={styles['keys']}>
      <summary>
        {t(!hasMouse ? 'player.keys.onlyGestures' : isTouched ? 'player.keys' : 'player.keys.onlyKeys')}
      </summary>
      {isTouched && <p>{t('player.keys.gestures')}</p>}
      {hasMouse && <p>{t('player.keys.text')}</p>}
    </details>
  );
}
