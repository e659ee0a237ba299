import { COLUMNS_PER_BEAT, legsOfBeat } from '@tactus/motion';
import { useCallback } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { AppliedLimitsNote } from '../../device/dock/applied-limits-note.tsx';
import { useConnectionStatus, useDeviceState } from '../../device/session/device-context.tsx';
import { RequireCapability } from '../../device/session/require-capability.tsx';
import { strokeWindowAbilityOf } from '../../device/session/stroke-window-ability.ts';
import { UnsupportedFeaturesNote } from '../../device/session/unsupported-features-note.tsx';
import { VibratesNote } from '../../device/session/vibrates-note.tsx';
import { MotionCard } from '../../device-view/vibration/motion-card.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import { withBeatSettings, withLevels } from './beat-editor.ts';
import { BeatGraph } from './beat-graph.tsx';
import { BeatGrid } from './beat-grid.tsx';
import { BeatPlaybackControls, TooFastJumpsNote } from './beat-playback-controls.tsx';
import styles from './beatbox-page.module.css';
import { BeatsCard } from './beats-card.tsx';
import { FoldableCard } from './foldable-card.tsx';
import { BeatPlaylistCard } from './playlist-card.tsx';
import { BeatGridTools, SaveBeatBar } from './save-bar.tsx';
import { BeatSettingsCard } from './settings-card.tsx';
import { TempoBar } from './tempo-bar.tsx';
import { TempoDetectionCard } from './tempo-detection-card.tsx';
import { useBeatEditor } from './use-beat-editor.ts';
import { useBeatPlayer } from './use-beat-player.ts';
import { useMetronome } from './use-metronome.ts';

const CHART_SPAN_S = 8;
/** A step of `tableHeight`, px. */
const HEIGHT_STEP_PX = 8;

/** The beat box: beats drawn on a grid, played again and again. */
export function BeatboxPage() {
  return (
    <RequireCapability>
      <Beatbox />
    </RequireCapability>
  );
}

function Beatbox() {
  const { t } = useTexts();
  const editor = useBeatEditor();
  const { box, beat } = editor;
  const playing = useBeatPlayer(box);
  const { player, what, phase } = playing;
  const ready = useConnectionStatus() === 'ready';
  const maxSpeed = useMaxSpeed();
  const legs = legsOfBeat(beat, beat.cellMs);
  useMetronome({
    ...{ on: box.metronome, beatMs: beat.cellMs * COLUMNS_PER_BEAT, player, isPlaying: phase === 'playing' },
  });

  const shownUuid = what === 'playlist' ? box.currentBeat.uuid : '';
  // The grid shows the playing column only where its own beat plays.
  const readColumn = useCallback(() => {
    const now = player?.now();
    return now?.uuid === shownUuid ? now.column : undefined;
  }, [player, shownUuid]);

  return (
    <div className="column gap-16 shrink">
      <Card>
        <BeatGrid
          beat={beat}
          legs={legs}
          maxSpeed={maxSpeed}
          rowHeight={box.currentBeat.settings.tableHeight * HEIGHT_STEP_PX}
          readColumn={readColumn}
          onPaint={(levels) => editor.draw((now) => withLevels(now, levels))}
        />
        <BeatGridTools editor={editor} />
        <BeatPlaybackControls editor={editor} playing={playing} ready={ready} />
        <TempoBar
          cellMs={beat.cellMs}
          metronome={box.metronome}
          onCellMs={(timePerCell) => editor.change((now) => withBeatSettings(now, { timePerCell }))}
          onMetronome={(metronome) => editor.change((now) => ({ ...now, metronome }))}
        />
        <TooFastJumpsNote legs={legs} maxSpeed={maxSpeed} />
        <VibratesNote />
        <AppliedLimitsNote />
        <SaveBeatBar editor={editor} />
      </Card>
      <LivePanel>
        <TempoDetectionCard {...{ editor, playing }} />
      </LivePanel>
      <div className={styles['cards']}>
        <div className="column gap-16 shrink">
          <BeatsCard editor={editor} />
          <BeatPlaylistCard editor={editor} playing={playing} ready={ready} />
        </div>
        <div className="column gap-16 shrink">
          <FoldableCard title={t('beatbox.graph')} of="showGraph" editor={editor}>
            <BeatGraph beat={beat} legs={legs} maxSpeed={maxSpeed} readColumn={readColumn} />
          </FoldableCard>
          <BeatSettingsCard editor={editor} />
        </div>
      </div>
      <LivePanel>
        <MotionCard spanS={CHART_SPAN_S} />
      </LivePanel>
      <p className="note">{t('beatbox.private')}</p>
      <UnsupportedFeaturesNote of={['leases']} />
    </div>
  );
}

/** The top speed of the connected device under its limits, per cent of its stroke a second. */
function useMaxSpeed(): number | undefined {
  const facts = useDeviceState(
    useShallow(({ info, capabilities, slider, sliderSettings }) => ({ info, capabilities, slider, sliderSettings })),
  );
  const limitMmS = useSetting(({ limits }) => limits.maxSpeedMmS);
  const ability = strokeWindowAbilityOf(facts);
  if (ability === undefined) return undefined;
  return limitMmS > 0 ? Math.min(ability.maxSpeed, (limitMmS / ability.strokeMm) * 100) : ability.maxSpeed;
}
