import { bpmOfColumnMs, COLUMN_MS_BOUNDS, COLUMNS_PER_BEAT } from '@tactus/motion';
import { useCallback, useState } from 'react';
import { LiveText } from '../../device-view/position/live-text.tsx';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChooseFileButton } from '../../ui/choose-file-button.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { IconFileMusic, IconMicrophone, IconPlayerStopFilled } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { withLoadedBeat } from './beat-editor.ts';
import { type BeatsPerStroke, beatFromTempo } from './beat-file.ts';
import styles from './beatbox-page.module.css';
import type { FoundTempo } from './detect/fit-tempo.ts';
import {
  type BeatDetectionFailure,
  type BeatDetectionProgress,
  useBeatDetection,
} from './detect/use-beat-detection.ts';
import { NumberField } from './number-field.tsx';
import { SongAlong } from './song-along.tsx';
import type { BeatEditor } from './use-beat-editor.ts';
import type { BeatPlayback } from './use-beat-player.ts';
import { useBpmText } from './use-bpm-text.ts';

const PROBLEMS: Readonly<Record<BeatDetectionFailure, { title: MessageKey; text: MessageKey }>> = {
  file: { title: 'error.file', text: 'error.file.text' },
  unreadable: { title: 'beatbox.detect.unreadable', text: 'beatbox.detect.unreadable.text' },
  'not-allowed': { title: 'beatbox.detect.notAllowed', text: 'beatbox.detect.notAllowed.text' },
  'no-microphone': { title: 'beatbox.detect.noMicrophone', text: 'beatbox.detect.noMicrophone.text' },
  insecure: { title: 'beatbox.detect.insecure', text: 'beatbox.detect.insecure.text' },
  failed: { title: 'beatbox.detect.failed', text: 'beatbox.detect.failed.text' },
};

/** Finds the tempo of music, in a file or in the room, and writes its beats into the grid. */
export function TempoDetectionCard({ editor, playing }: { editor: BeatEditor; playing: BeatPlayback }) {
  const { t } = useTexts();
  const { state, readFile, listen, endListening } = useBeatDetection();
  const isListening = state.phase === 'listening';
  return (
    <Card title={t('beatbox.detect')}>
      <p className="note">{t('beatbox.detect.private')}</p>
      <div className={styles['actions']}>
        <ChooseFileButton
          accept="audio/*,video/*"
          label={t('beatbox.detect.file')}
          icon={<IconFileMusic size={18} aria-hidden="true" />}
          busy={state.phase === 'reading'}
          disabled={isListening}
          onFile={readFile}
        >
          {t('beatbox.detect.file')}
        </ChooseFileButton>
        {isListening ? (
          <Button icon={<IconPlayerStopFilled size={18} aria-hidden="true" />} onClick={endListening}>
            {t('beatbox.detect.endListening')}
          </Button>
        ) : (
          <Button
            icon={<IconMicrophone size={18} aria-hidden="true" />}
            busy={state.phase === 'reading'}
            onClick={listen}
          >
            {t('beatbox.detect.listen')}
          </Button>
        )}
      </div>
      <Progress state={state} />
      {state.phase === 'none' && (
        <Alert tone="info" title={t('beatbox.detect.none')}>
          {t('beatbox.detect.none.text')}
        </Alert>
      )}
      {state.phase === 'failed' && (
        <Alert tone="negative" title={t(PROBLEMS[state.problem].title)}>
          {t(PROBLEMS[state.problem].text)}
        </Alert>
      )}
      {state.phase === 'found' && (
        <Found
          key={`${state.found.bpm} ${state.found.firstBeatMs}`}
          {...{ editor, playing, found: state.found, file: state.file }}
        />
      )}
    </Card>
  );
}

/**
 * The progress of the search, and the tempo found. It is always rendered: screen readers announce only live regions that exist
 * before their text.
 */
function Progress({ state }: { state: BeatDetectionProgress }) {
  const { t } = useTexts();
  const bpmText = useBpmText();
  return (
    <div className={styles['progress']}>
      <p role="status">
        {state.phase === 'reading' && t('beatbox.detect.reading', { name: state.name })}
        {state.phase === 'listening' &&
          (state.found === undefined
            ? t('beatbox.detect.listening')
            : t('beatbox.detect.heard', { tempo: bpmText(state.found.bpm) }))}
        {state.phase === 'found' && t('beatbox.detect.found', { tempo: bpmText(state.found.bpm) })}
      </p>
      {state.phase === 'listening' && <ListenedFor sinceMs={state.sinceMs} />}
    </div>
  );
}

/** Visible only, since it changes all the time. */
function ListenedFor({ sinceMs }: { sinceMs: number }) {
  const { t, number } = useTexts();
  const time = useClock();
  const read = useCallback(
    () => t('beatbox.seconds', { seconds: number((time.monotonic() - sinceMs) / 1_000) }),
    [t, number, time, sinceMs],
  );
  return (
    <span aria-hidden="true">
      <LiveText read={read} />
    </span>
  );
}

interface FoundProps {
  readonly found: FoundTempo;
  /** The song; none from the microphone. */
  readonly file: File | undefined;
  readonly editor: BeatEditor;
  readonly playing: BeatPlayback;
}

/** The tempo found: shown, corrected by ear, and written into the grid. */
function Found({ found, file, editor, playing }: FoundProps) {
  const { t, number } = useTexts();
  const [bpm, setBpm] = useState(found.bpm);
  const [every, setEvery] = useState<BeatsPerStroke>(1);
  const [writtenBpm, setWrittenBpm] = useState<number>();
  const bounds = { min: bpmOfColumnMs(COLUMN_MS_BOUNDS.max), max: bpmOfColumnMs(COLUMN_MS_BOUNDS.min) };
  const within = (wanted: number) => setBpm(Math.min(Math.max(wanted, bounds.min), bounds.max));
  return (
    <>
      <NumberField
        label={t('beatbox.detect.tempo')}
        error={t('beatbox.tempo.bounds', { min: number(bounds.min), max: number(bounds.max) })}
        value={bpm}
        {...bounds}
        onCommit={setBpm}
      />
      <div className={styles['actions']}>
        <Button aria-label={t('beatbox.detect.half')} onClick={() => within(bpm / 2)}>
          ½
        </Button>
        <Button aria-label={t('beatbox.detect.double')} onClick={() => within(bpm * 2)}>
          ×2
        </Button>
      </div>
      <FactList>
        <Fact name={t('beatbox.detect.confidence')}>
          {t('unit.percent', { value: number(Math.round(found.confidence * 100)) })}
        </Fact>
        <Fact name={t('beatbox.detect.first')}>
          {t('beatbox.seconds', { seconds: number(found.firstBeatMs / 1_000, 2) })}
        </Fact>
        <Fact name={t('beatbox.detect.beats')}>{number(found.beats)}</Fact>
      </FactList>
      <Segmented<BeatsPerStroke>
        label={t('beatbox.detect.stroke')}
        options={[
          { value: 1, label: t('beatbox.detect.everyBeat') },
          { value: 2, label: t('beatbox.detect.everySecond') },
        ]}
        value={every}
        onChange={setEvery}
      />
      <Button
        variant="primary"
        onClick={() => {
          editor.draw((box) => withLoadedBeat(box, beatFromTempo(box.currentBeat, bpm, every)));
          setWrittenBpm(bpm);
        }}
      >
        {t('beatbox.detect.write')}
      </Button>
      <p className="note" role="status">
        {writtenBpm !== undefined ? t('beatbox.detect.written') : t('beatbox.detect.write.hint')}
      </p>
      {file !== undefined && writtenBpm !== undefined && (
        <SongAlong
          {...{ file, playing }}
          song={{ firstBeatMs: found.firstBeatMs, beatMs: 60_000 / writtenBpm }}
          beatMs={editor.beat.cellMs * COLUMNS_PER_BEAT}
        />
      )}
    </>
  );
}
