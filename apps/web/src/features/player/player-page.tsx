import { type DragEvent, useCallback, useState } from 'react';
import { MissingHere } from '../../device/missing-here.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import { EmulatorCard } from './emulator-card.tsx';
import { FilesCard } from './files-card.tsx';
import { HeatmapBar } from './heatmap-bar.tsx';
import { LibraryCard } from './library/library-card.tsx';
import { LiveSettings } from './live-settings.tsx';
import { OpenCard } from './open-card.tsx';
import { LengthNote, PlayerMessages, RememberedOffer } from './player-messages.tsx';
import styles from './player-page.module.css';
import { PreFlightCard } from './pre-flight-card.tsx';
import { RecipePanel } from './recipe-panel.tsx';
import { ScriptChart } from './script-chart.tsx';
import { ScriptReport } from './script-report.tsx';
import { SimulatorCard } from './simulator-card.tsx';
import { Stage } from './stage.tsx';
import { SyncCard } from './sync-card.tsx';
import { usePlayer } from './use-player.ts';
import { useRecipe } from './use-recipe.ts';
import { useRemembered } from './use-remembered.ts';
import { WayCard } from './way-card.tsx';

/** The local player: a video, an audio file or a script alone, and the device that goes with it. */
export function PlayerPage() {
  const { t } = useTexts();
  const player = usePlayer();
  const { library, open, element, shown, part, deeds } = player;
  const [isOver, setOver] = useState(false);
  const remembered = useRemembered(open.script?.hash, element, shown.durationMs);
  const recipe = useRecipe(open, remembered.store);
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
        <OpenCard library={library} />
      ) : (
        <>
          <Stage
            player={player}
            seek={
              <HeatmapBar
                script={open.script}
                durationMs={shown.durationMs}
                read={readMs}
                onSeek={deeds.seekToMs}
                loop={loop}
              />
            }
          />
          <LengthNote player={player} />
          <RememberedOffer remembered={remembered} />
          <LivePanel className={styles['panel']}>
            <LiveSettings player={player} />
            {open.script !== undefined && recipe !== undefined && (
              <PreFlightCard script={open.script} control={recipe} onShow={deeds.seekToMs} />
            )}
            <WayCard player={player} />
            <SyncCard player={player} />
            <SimulatorCard />
            <EmulatorCard />
          </LivePanel>
          {open.script !== undefined && (
            <Card title={t('player.course')}>
              <ScriptChart script={open.script} read={readMs} loop={loop} />
            </Card>
          )}
          {recipe !== undefined && <RecipePanel control={recipe} />}
          {open.script !== undefined && <ScriptReport script={open.script} />}
        </>
      )}
      {(!isEmpty || hasFiles) && <FilesCard player={player} />}
      <LibraryCard door={player.door} />
      {!isEmpty && <Keys />}
      <MissingHere of={['leases']} />
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
