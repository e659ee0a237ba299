import { type DragEvent, useCallback, useState } from 'react';
import { UnsupportedFeaturesNote } from '../../device/session/unsupported-features-note.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import { HeatmapBar } from './heatmap/heatmap-bar.tsx';
import { ScriptChart } from './heatmap/script-chart.tsx';
import { LibraryCard } from './library/library-card.tsx';
import { useScriptMemory } from './memory/use-script-memory.ts';
import { useStoredRecipe } from './memory/use-stored-recipe.ts';
import { ActionSteps } from './panels/action-steps.tsx';
import { EmulatorCard } from './panels/emulator-card.tsx';
import { EstimatedPositionCard } from './panels/estimated-position-card.tsx';
import { LiveSettings } from './panels/live-settings.tsx';
import { NothingOpenCard } from './panels/nothing-open-card.tsx';
import { OpenFilesCard } from './panels/open-files-card.tsx';
import { LengthMismatchNote, PlayerMessages, RememberedSettingsOffer } from './panels/player-messages.tsx';
import { SyncCard } from './panels/sync-card.tsx';
import { TransferModeCard } from './panels/transfer-mode-card.tsx';
import styles from './player-page.module.css';
import { RecipePanel } from './script/recipe-panel.tsx';
import { ScriptReport } from './script/script-report.tsx';
import { UnfollowablePartsCard } from './script/unfollowable-parts-card.tsx';
import { usePlayer } from './session/use-player.ts';
import { MediumStage } from './stage/stage.tsx';

/** The local player: a video, an audio file or a script alone, with the device in sync. */
export function PlayerPage() {
  const { t } = useTexts();
  const player = usePlayer();
  const { library, open, element, shown, part, actions } = player;
  const [isOver, setOver] = useState(false);
  const remembered = useScriptMemory(open.script?.hash, element, shown.durationMs);
  const recipe = useStoredRecipe(open, remembered.store);
  const readMs = useCallback(() => (element?.currentTime ?? 0) * 1_000, [element]);
  const isEmpty = library.medium === undefined && open.script === undefined && open.remoteUrl === undefined;
  const hasFiles = library.scripts.length > 0 || library.unknown.length > 0 || library.subtitles !== undefined;
  const loop = part && 'endS' in part ? { startMs: part.startS * 1_000, endMs: part.endS * 1_000 } : undefined;

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

  return (
    <div className={styles['page']} data-over={isOver || undefined} {...drop}>
      <PlayerMessages player={player} />
      {isEmpty ? (
        <NothingOpenCard library={library} />
      ) : (
        <>
          <MediumStage
            player={player}
            seek={
              <HeatmapBar
                script={open.script}
                durationMs={shown.durationMs}
                read={readMs}
                onSeek={actions.seekToMs}
                loop={loop}
              />
            }
          />
          <LengthMismatchNote player={player} />
          <RememberedSettingsOffer remembered={remembered} />
          <LivePanel className={styles['panel']}>
            <LiveSettings player={player} />
            {open.script !== undefined && recipe !== undefined && (
              <UnfollowablePartsCard script={open.script} control={recipe} onShow={actions.seekToMs} />
            )}
            <TransferModeCard player={player} />
            <SyncCard player={player} />
            <EstimatedPositionCard />
            <EmulatorCard />
          </LivePanel>
          {open.script !== undefined && (
            <Card title={t('player.course')}>
              <ScriptChart script={open.script} read={readMs} loop={loop} />
              <ActionSteps player={player} />
            </Card>
          )}
          {recipe !== undefined && <RecipePanel control={recipe} />}
          {open.script !== undefined && <ScriptReport script={open.script} />}
        </>
      )}
      {(!isEmpty || hasFiles) && <OpenFilesCard player={player} />}
      <LibraryCard playerHandle={player.playerHandle} />
      {!isEmpty && <Keys />}
      <UnsupportedFeaturesNote of={['leases']} />
    </div>
  );
}

function Keys() {
  const { t } = useTexts();
  return (
    <details className={styles['keys']}>
      <summary>{t('player.keys')}</summary>
      <p>{t('player.keys.text')}</p>
    </details>
  );
}
