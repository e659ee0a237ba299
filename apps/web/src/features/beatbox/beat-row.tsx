import { IconCopy, IconPencil, IconPlaylistAdd, IconTrash } from '@tabler/icons-react';
import { bpmOfCell } from '@tactus/motion';
import { useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import type { Beat } from '../../settings/beatbox-settings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BeatPicture } from './beat-picture.tsx';
import styles from './beat-row.module.css';
import { toDeskBeat } from './desk.ts';
import { LONGEST_NAME } from './save-bar.tsx';
import { useBpmText } from './use-bpm-text.ts';

interface BeatRowProps {
  beat: Beat;
  onDesk: boolean;
  onOpen: () => void;
  onRename: (name: string) => void;
  onDuplicate: () => void;
  onEnlist: () => void;
  onRemove: () => void;
}

/** A saved beat: what it looks like, and what can be done with it. */
export function BeatRow({ beat, onDesk, onOpen, onRename, onDuplicate, onEnlist, onRemove }: BeatRowProps) {
  const { t } = useTexts();
  const bpmText = useBpmText();
  const [name, setName] = useState<string>();
  const shape = toDeskBeat(beat);
  if (name !== undefined) {
    const rename = () => {
      if (name.trim() !== '') onRename(name.trim());
      setName(undefined);
    };
    return (
      // Whoever asks to rename goes on by typing.
      <div className={styles['rename']} ref={(row) => row?.querySelector('input')?.focus()}>
        <TextField
          label={t('beatbox.name')}
          value={name}
          maxLength={LONGEST_NAME}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && rename()}
        />
        <Button onClick={rename}>{t('beatbox.rename.done')}</Button>
      </div>
    );
  }
  return (
    <div className={styles['beat']}>
      <button
        type="button"
        className={styles['open']}
        aria-label={t('beatbox.open', { name: beat.name })}
        aria-pressed={onDesk}
        onClick={onOpen}
      >
        <BeatPicture beat={shape} image={beat.image} />
        <span className={styles['words']}>
          <span className={styles['name']}>{beat.name}</span>
          <span className={styles['facts']}>{bpmText(bpmOfCell(shape.cellMs))}</span>
        </span>
      </button>
      <div className={styles['keys']}>
        <IconButton label={t('beatbox.enlist', { name: beat.name })} onClick={onEnlist}>
          <IconPlaylistAdd size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('beatbox.duplicate', { name: beat.name })} onClick={onDuplicate}>
          <IconCopy size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('beatbox.rename', { name: beat.name })} onClick={() => setName(beat.name)}>
          <IconPencil size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('beatbox.remove', { name: beat.name })} onClick={onRemove}>
          <IconTrash size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
