import { COLUMNS_PER_BEAT, legsOfBeat } from '@tactus/motion';
import { useCallback } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { LimitedNote } from '../../device/dock/limited-note.tsx';
import { useConnectionWord, useDeviceState } from '../../device/session/device-context.tsx';
import { MissingHere } from '../../device/session/missing-here.tsx';
import { abilityOf } from '../../device/session/stroke-ability.ts';
import { SuitedDevice } from '../../device/session/suited-device.tsx';
import { PositionCard } from '../../device-view/position/position-card.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import { BeatGraph } from './beat-graph.tsx';
import { BeatGrid } from './beat-grid.tsx';
import styles from './beatbox-page.module.css';
import { BeatsCard } from './beats-card.tsx';
import { withBeatSettings, withLevels } from './desk.ts';
import { DetectCard } from './detect-card.tsx';
import { FoldCard } from './fold-card.tsx';
import { PlaylistCard } from './playlist-card.tsx';
import { GridTools, SaveBar } from './save-bar.tsx';
import { SettingsCard } from './settings-card.tsx';
import { TempoBar } from './tempo-bar.tsx';
import { TooFast, Transport } from './transport.tsx';
import { useBeatPlayer } from './use-beat-player.ts';
import { useDesk } from './use-desk.ts';
import { useMetronome } from './use-metronome.ts';

const CHART_SPAN_S = 8;
/** A step of `tableHeight`, px. */
const HEIGHT_STEP_PX = 8;

/** The beat box: beats drawn on a grid, played again and again. */
export function BeatboxPage() {
  return (
    <SuitedDevice needs="slider">
      <Beatbox />
    </SuitedDevice>
  );
}

function Beatbox() {
  const { t } = useTexts();
  const desk = useDesk();
  const { box, beat } = desk;
  const playing = useBeatPlayer(box);
  const { player, what, phase } = playing;
  const ready = useConnectionWord() === 'ready';
  const maxSpeed = useMaxSpeed();
  const legs = legsOfBeat(beat, beat.cellMs);
  useMetronome({
    ...{ on: box.metronome, beatMs: beat.cellMs * COLUMNS_PER_BEAT, player, isPlaying: phase === 'playing' },
  });

  const shownUuid = what === 'playlist' ? box.currentBeat.uuid : '';
  // The grid shows what plays only where it is what plays.
  const readColumn = useCallback(() => {
    const now = player?.now();
    return now?.uuid === shownUuid ? now.column : undefined;
  }, [player, shownUuid]);

  return (
    <div className={styles['page']}>
      <Card className={styles['desk']}>
        <BeatGrid
          beat={beat}
          legs={legs}
          maxSpeed={maxSpeed}
          rowHeight={box.currentBeat.settings.tableHeight * HEIGHT_STEP_PX}
          readColumn={readColumn}
          onPaint={(levels) => desk.draw((now) => withLevels(now, levels))}
        />
        <GridTools desk={desk} />
        <Transport desk={desk} playing={playing} ready={ready} />
        <TempoBar
          cellMs={beat.cellMs}
          metronome={box.metronome}
          onCellMs={(timePerCell) => desk.change((now) => withBeatSettings(now, { timePerCell }))}
          onMetronome={(metronome) => desk.change((now) => ({ ...now, metronome }))}
        />
        <TooFast legs={legs} maxSpeed={maxSpeed} />
        <LimitedNote />
        <SaveBar desk={desk} />
      </Card>
      <div className={styles['cards']}>
        <div className={styles['column']}>
          <BeatsCard desk={desk} />
          <PlaylistCard desk={desk} playing={playing} ready={ready} />
          <DetectCard desk={desk} />
        </div>
        <div className={styles['column']}>
          <FoldCard title={t('beatbox.graph')} of="showGraph" desk={desk}>
            <BeatGraph beat={beat} legs={legs} maxSpeed={maxSpeed} readColumn={readColumn} />
          </FoldCard>
          <SettingsCard desk={desk} />
        </div>
      </div>
      <LivePanel>
        <PositionCard spanS={CHART_SPAN_S} />
      </LivePanel>
      <p className={styles['note']}>{t('beatbox.private')}</p>
      <MissingHere of={['leases']} />
    </div>
  );
}

/** The fastest that the connected device can go and may go, percent of its stroke a second. */
function useMaxSpeed(): number | undefined {
  const facts = useDeviceState(
    useShallow(({ info, capabilities, slider, sliderSettings }) => ({ info, capabilities, slider, sliderSettings })),
  );
  const limitMmS = useSetting(({ limits }) => limits.maxSpeedMmS);
  const ability = abilityOf(facts);
  if (ability === undefined) return undefined;
  return limitMmS > 0 ? Math.min(ability.maxSpeed, (limitMmS / ability.strokeMm) * 100) : ability.maxSpeed;
}
