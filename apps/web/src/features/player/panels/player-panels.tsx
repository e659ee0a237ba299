import { createPortal } from 'react-dom';
import { EstimatedPositionCard } from '../../../device-view/position/estimated-position-card.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../../settings/use-settings.tsx';
import { Card } from '../../../ui/card.tsx';
import { LivePanel } from '../../../ui/panel-slot.tsx';
import { ScriptChart } from '../heatmap/script-chart.tsx';
import type { RecipeControl } from '../script/recipe-control.ts';
import { RecipePanel } from '../script/recipe-panel.tsx';
import { ScriptReport } from '../script/script-report.tsx';
import { UnfollowablePartsCard, useScriptCheck } from '../script/unfollowable-parts-card.tsx';
import type { Player } from '../session/use-player.ts';
import { ActionSteps } from './action-steps.tsx';
import { EmulatorCard } from './emulator-card.tsx';
import { LiveSettings } from './live-settings.tsx';
import { NextPanel } from './next-panel.tsx';
import { OffsetCard } from './offset-card.tsx';
import { OpenFilesCard } from './open-files-card.tsx';
import { PanelTabs, type PlayerPanel } from './panel-tabs.tsx';
import styles from './player-panels.module.css';
import { SubtitlesCard } from './subtitles-card.tsx';
import { SyncCard } from './sync-card.tsx';
import { TransferModeCard } from './transfer-mode-card.tsx';

interface PlayerPanelsProps {
  readonly player: Player;
  readonly recipe: RecipeControl | undefined;
  readonly chosen: PlayerPanel;
  readonly onChoose: (panel: PlayerPanel) => void;
  /** The id of the library where it is a part of the panel of what comes next. */
  readonly libraryId: string | undefined;
  /** The place of the panels over a picture that fills the screen, while it is open. */
  readonly sheet: HTMLElement | null;
  /** Opens the file picker. */
  readonly onChooseFiles: () => void;
  /** Whether rate, repeat and volume are in the bar of the picture, not here. */
  readonly hasRoom: boolean;
  /** The present time of the medium, ms. */
  readonly readMs: () => number;
}

/** What is set while a film or script is open: at the side on wide screens, else below the picture. */
export function PlayerPanels(props: PlayerPanelsProps) {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const showSimulator = useSetting(({ localPlayer }) => localPlayer.showSimulator);
  const { player, recipe, chosen, onChoose, onChooseFiles, hasRoom, readMs, libraryId, sheet } = props;
  const { library, open, span, actions } = player;
  const { script } = open;
  const isInSheet = sheet !== null;
  const check = useScriptCheck(script);
  const isBeforePlay = player.shown.paused && !player.sending;
  const beforePlay = isBeforePlay && check !== undefined && recipe !== undefined && (
    <UnfollowablePartsCard {...{ check }} control={recipe} onShow={actions.seekToMs} />
  );
  // Where the device cannot follow, a person learns it before the faders; a pause does not move these.
  const isAbove = check !== undefined && check.tooFast > 0 && !player.hasBegun;
  const tabs = (
    <PanelTabs {...{ chosen, onChoose }} owns={chosen === 'next' ? libraryId : undefined}>
      {chosen === 'feel' && (
        <>
          {/* A film without a script: the next thing to do is to add one. */}
          {library.script === undefined && <OpenFilesCard player={player} onChoose={onChooseFiles} />}
          {isAbove && beforePlay}
          <LiveSettings player={player} isNarrow={isInSheet || !hasRoom} />
          <SubtitlesCard player={player} />
          {!isAbove && beforePlay}
        </>
      )}
      {chosen === 'script' && (
        <>
          {library.script !== undefined && <OpenFilesCard player={player} onChoose={onChooseFiles} />}
          {script !== undefined && (
            <Card title={t('player.course')}>
              <ScriptChart script={script} read={readMs} loop={span} />
              <ActionSteps player={player} />
            </Card>
          )}
          {recipe !== undefined && <RecipePanel control={recipe} />}
          {script !== undefined && <ScriptReport script={script} />}
        </>
      )}
      {chosen === 'sync' && (
        <>
          <OffsetCard />
          <SyncCard player={player} />
          <TransferModeCard player={player} />
          <EstimatedPositionCard
            label={t('player.simulator')}
            isShown={showSimulator}
            onShow={(on) =>
              settings.update({ localPlayer: { ...settings.state.getState().localPlayer, showSimulator: on } })
            }
          />
          <EmulatorCard />
        </>
      )}
      {chosen === 'next' && <NextPanel player={player} onChooseFiles={onChooseFiles} />}
    </PanelTabs>
  );
  return isInSheet ? createPortal(tabs, sheet) : <LivePanel className={styles['panels']}>{tabs}</LivePanel>;
}
