import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconArrowBackUp, IconDeviceFloppy, IconEraser } from '../../ui/icons.ts';
import { TextField } from '../../ui/text-field.tsx';
import { HAS_MOUSE, useMediaQuery } from '../../ui/use-media-query.ts';
import { hasUnsavedChanges, isSavedBeatInEditor, withLevels, withSavedBeat } from './beat-editor.ts';
import styles from './beatbox-page.module.css';
import { BeatPictureField } from './picture-field.tsx';
import type { BeatEditor } from './use-beat-editor.ts';

/** The most characters of a beat's name. */
export const MAX_BEAT_NAME_LENGTH = 60;

/** The name and the picture of the beat in the editor, and the button that saves it. */
export function SaveBeatBar({ editor }: { editor: BeatEditor }) {
  const { t, number } = useTexts();
  const { box } = editor;
  const unsaved = hasUnsavedChanges(box);
  const name = box.currentBeat.name.trim() || t('beatbox.name.fresh', { number: number(box.beats.length + 1) });
  return (
    <div className={styles['save']}>
      <TextField
        label={t('beatbox.name')}
        hint={unsaved ? t('beatbox.unsaved') : t(isSavedBeatInEditor(box) ? 'beatbox.isSaved' : 'beatbox.notSaved')}
        value={box.currentBeat.name}
        placeholder={name}
        maxLength={MAX_BEAT_NAME_LENGTH}
        autoComplete="off"
        onChange={(event) => {
          const typed = event.currentTarget.value;
          editor.change((now) => ({ ...now, currentBeat: { ...now.currentBeat, name: typed } }));
        }}
      />
      <Button
        icon={<IconDeviceFloppy size={18} aria-hidden="true" />}
        disabled={!unsaved}
        onClick={() => editor.change((now) => withSavedBeat(now, name))}
      >
        {t('beatbox.save')}
      </Button>
      <BeatPictureField editor={editor} />
    </div>
  );
}

/** The drawing tools, undo, and clear. */
export function BeatGridTools({ editor }: { editor: BeatEditor }) {
  const { t } = useTexts();
  const hasMouse = useMediaQuery(HAS_MOUSE);
  const { box } = editor;
  return (
    <div className={styles['underGrid']}>
      <p className="note">
        {t('beatbox.grid.hint')} {hasMouse && t('beatbox.grid.keys')}
      </p>
      <span className={styles['tools']}>
        <IconButton label={t('beatbox.undo')} disabled={!editor.canUndo} onClick={editor.undo}>
          <IconArrowBackUp size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('beatbox.clear')}
          disabled={box.currentBeat.activeCells.length === 0}
          onClick={() =>
            editor.draw((now) =>
              withLevels(
                now,
                editor.beat.levels.map(() => undefined),
              ),
            )
          }
        >
          <IconEraser size={20} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  );
}
