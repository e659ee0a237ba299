import { bpmOfColumnMs } from '@tactus/motion';
import { useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import type { Beat } from '../../settings/beatbox-settings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconCopy, IconPencil, IconPlaylistAdd, IconTrash } from '../../ui/icons.ts';
import { useFocusBack } from '../../ui/inline-question.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toPlayableBeat } from './beat-editor.ts';
import { BeatPicture } from './beat-picture.tsx';
import styles from './beat-row.module.css';
import { MAX_BEAT_NAME_LENGTH } from './save-bar.tsx';
import { useBpmText } from './use-bpm-text.ts';

interface BeatRowProps {
  beat: Beat;
  isCurrent: boolean;
  onOpen: () => void;
  onRename: (name: string) => void;
  onDuplicate: () => void;
  onEnlist: () => void;
  onRemove: () => void;
}

/** A saved beat: its picture, and the actions on it. */
export function BeatRow({ beat, isCurrent, onOpen, onRename, onDuplicate, onEnlist, onRemove }: BeatRowProps) {
  const { t } = useTexts();
  const bpmText = useBpmText();
  const [isRenaming, setRenaming] = useState(false);
  const renamer = useFocusBack(isRenaming);
  const shape = toPlayableBeat(beat);
  if (isRenaming)
    return (
      <RenameForm
        name={beat.name}
        onDone={(name) => {
          if (name !== '') onRename(name);
          setRenaming(false);
        }}
      />
    );
  return (
    <div className="row wrap shrink align-center justify-between gap-x-8">
      <button
        type="button"
        className={styles['open']}
        aria-label={t('beatbox.open', { name: beat.name })}
        aria-pressed={isCurrent}
        onClick={onOpen}
      >
        <BeatPicture beat={shape} image={beat.image} />
        <span className="grid shrink">
          <span className={styles['name']}>{beat.name}</span>
          <span className="note tabular">{bpmText(bpmOfColumnMs(shape.cellMs))}</span>
        </span>
      </button>
      <div className="row">
        <IconButton label={t('beatbox.enlist', { name: beat.name })} onClick={onEnlist}>
          <IconPlaylistAdd size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('beatbox.duplicate', { name: beat.name })} onClick={onDuplicate}>
          <IconCopy size={20} aria-hidden="true" />
        </IconButton>
        <IconButton ref={renamer} label={t('beatbox.rename', { name: beat.name })} onClick={() => setRenaming(true)}>
          <IconPencil size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('beatbox.remove', { name: beat.name })} onClick={onRemove}>
          <IconTrash size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

/** Renaming goes on by typing, so the field takes the focus. */
const focusField = (form: HTMLFormElement | null): void => form?.querySelector('input')?.focus();

/** Replaces the row while its name is edited. It is a form, so that Enter presses no other button. */
function RenameForm({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const { t } = useTexts();
  const [draft, setDraft] = useState(name);
  return (
    <form
      className={styles['rename']}
      ref={focusField}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(draft.trim());
      }}
    >
      <TextField
        label={t('beatbox.name')}
        value={draft}
        maxLength={MAX_BEAT_NAME_LENGTH}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <Button type="submit">{t('beatbox.rename.done')}</Button>
    </form>
  );
}
