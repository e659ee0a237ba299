import { useState } from 'react';
import { scriptFileErrorText } from '../../device-view/script-file-error.ts';
import { useTexts } from '../../i18n/text.tsx';
import { newBeatNumber } from '../../settings/beat-number.ts';
import { readBeat } from '../../settings/beatbox-settings.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ChooseFileButton } from '../../ui/choose-file-button.tsx';
import { IconArrowBackUp, IconDownload, IconPlus, IconUpload } from '../../ui/icons.ts';
import { useFocusNextOnRemoval } from '../../ui/removable-row.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useRandom } from '../../ui/time-context.tsx';
import {
  withDuplicatedBeat,
  withEmptyNewBeat,
  withLoadedBeat,
  withoutSavedBeat,
  withRenamedBeat,
} from './beat-editor.ts';
import { formatBeatFile, readBeatFile, safeFunscriptName } from './beat-file.ts';
import { BeatList } from './beat-list.tsx';
import { BeatRow } from './beat-row.tsx';
import styles from './beatbox-page.module.css';
import { FoldableCard } from './foldable-card.tsx';
import { captureBeatBeforeRemoval, type RemovedBeat, withRestoredBeat } from './removed-beat.ts';

import type { BeatEditor } from './use-beat-editor.ts';

/** The saved beats, with import and export. */
export function BeatsCard({ editor }: { editor: BeatEditor }) {
  const { t } = useTexts();
  const random = useRandom();
  const [removed, setRemoved] = useState<RemovedBeat>();
  const { box, change } = editor;
  return (
    <FoldableCard title={t('beatbox.beats')} of="showBeats" editor={editor}>
      {box.beats.length === 0 ? (
        <p className="note">{t('beatbox.beats.empty')}</p>
      ) : (
        <BeatList
          label={t('beatbox.beats')}
          onOrder={(order) => change((now) => ({ ...now, beats: inOrder(now.beats, order) }))}
          items={box.beats.map((stored) => {
            const { uuid, name } = stored;
            return {
              id: uuid,
              name,
              content: (
                <BeatRow
                  beat={readBeat(stored)}
                  isCurrent={uuid === box.currentBeat.uuid}
                  onOpen={() => editor.draw((now) => withLoadedBeat(now, readBeat(stored)))}
                  onRename={(next) => change((now) => withRenamedBeat(now, uuid, next))}
                  onDuplicate={() =>
                    change((now) => withDuplicatedBeat(now, uuid, t('beatbox.copyOf', { name }), random))
                  }
                  onEnlist={() => change((now) => ({ ...now, playlist: [...now.playlist, { uuid, repeats: 1 }] }))}
                  onRemove={() => {
                    setRemoved(captureBeatBeforeRemoval(box, uuid));
                    change((now) => withoutSavedBeat(now, uuid));
                  }}
                />
              ),
            };
          })}
        />
      )}
      {removed !== undefined && (
        <RemovedNotice
          name={removed.beat.name}
          onUndo={() => {
            change((now) => withRestoredBeat(now, removed));
            setRemoved(undefined);
          }}
        />
      )}
      <div className={styles['actions']}>
        <Button
          icon={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => editor.draw((now) => withEmptyNewBeat(now, random))}
        >
          {t('beatbox.new')}
        </Button>
        <ImportButton editor={editor} />
        <Button
          icon={<IconDownload size={18} aria-hidden="true" />}
          disabled={box.currentBeat.activeCells.length === 0}
          onClick={() => saveFile(safeFunscriptName(box.currentBeat.name), formatBeatFile(box.currentBeat))}
        >
          {t('beatbox.export')}
        </Button>
      </div>
      {box.beats.length > 0 && <p className="note">{t('beatbox.beats.count', { count: box.beats.length })}</p>}
    </FoldableCard>
  );
}

/** A beat was removed and can be restored: the notice closes with that press. */
function RemovedNotice({ name, onUndo }: { name: string; onUndo: () => void }) {
  const { t } = useTexts();
  return (
    <div ref={useFocusNextOnRemoval<HTMLDivElement>()}>
      <Alert
        tone="info"
        title={t('beatbox.removed', { name })}
        action={
          <Button icon={<IconArrowBackUp size={18} aria-hidden="true" />} onClick={onUndo}>
            {t('beatbox.undo')}
          </Button>
        }
      />
    </div>
  );
}

/** Loads the beat of a file into the editor, and reports the points that did not fit, or why it could not be read. */
function ImportButton({ editor }: { editor: BeatEditor }) {
  const { t } = useTexts();
  const random = useRandom();
  const [notice, setNotice] = useState<{ tone: 'info' | 'negative'; title: string }>();

  async function load(file: File) {
    try {
      const { beat, leftOut } = readBeatFile(await file.text(), file.name);
      editor.draw((box) => withLoadedBeat(box, { ...beat, uuid: newBeatNumber(random) }));
      const title = t('beatbox.imported', { name: beat.name });
      setNotice({
        tone: 'info',
        title: leftOut === 0 ? title : t('beatbox.imported.part', { name: beat.name, points: leftOut }),
      });
    } catch (error) {
      // The editor stays as it is: a bad file replaces nothing.
      const why = scriptFileErrorText(error);
      if (why === undefined) throw error;
      setNotice({ tone: 'negative', title: t(why) });
    }
  }

  return (
    <>
      <ChooseFileButton
        accept=".funscript,.json,.csv,application/json,text/csv"
        label={t('beatbox.import')}
        icon={<IconUpload size={18} aria-hidden="true" />}
        onFile={(file) => void load(file)}
      >
        {t('beatbox.import')}
      </ChooseFileButton>
      {notice !== undefined && (
        <div className={styles['said']}>
          <Alert tone={notice.tone} title={notice.title}>
            {notice.tone === 'negative' ? t('beatbox.import.kept') : undefined}
          </Alert>
        </div>
      )}
    </>
  );
}

function inOrder<Item>(items: readonly Item[], order: readonly number[]): Item[] {
  return order.flatMap((place) => items[place] ?? []);
}
