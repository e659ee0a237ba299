import { useRef, useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ChooseFileButton } from '../../ui/choose-file-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconPhoto, IconPhotoOff } from '../../ui/icons.ts';
import { takeFocus } from '../../ui/inline-question.tsx';
import { withPicture } from './beat-editor.ts';
import { BeatPicture } from './beat-picture.tsx';
import styles from './beatbox-page.module.css';
import type { BeatEditor } from './use-beat-editor.ts';

/** The picture of the beat in the editor, for the list of saved beats: its curve, or a file of the person's own. */
export function BeatPictureField({ editor }: { editor: BeatEditor }) {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  /** The beat whose file could not be read. */
  const [unreadableOf, setUnreadableOf] = useState<string>();
  const { image, uuid } = editor.box.currentBeat;
  const latestFile = useRef<File>(undefined);

  /** A large file takes a moment: its picture belongs to the beat for which it was chosen, unless another was chosen since. */
  async function load(file: File) {
    latestFile.current = file;
    const picture = await thumbnailOfImageFile(file).catch(() => undefined);
    if (latestFile.current !== file) return;
    // With a bad file, the previous picture stays.
    setUnreadableOf(picture === undefined ? uuid : undefined);
    if (picture !== undefined) editor.draw((box) => (box.currentBeat.uuid === uuid ? withPicture(box, picture) : box));
  }

  return (
    <div className={styles['pictureField']}>
      <BeatPicture beat={editor.beat} image={image} />
      <ChooseFileButton
        ref={button}
        accept="image/*"
        label={t('beatbox.picture')}
        icon={<IconPhoto size={18} aria-hidden="true" />}
        onFile={(file) => void load(file)}
      >
        {t('beatbox.picture.choose')}
      </ChooseFileButton>
      {image !== '' && (
        <IconButton
          label={t('beatbox.picture.remove')}
          onClick={() => {
            editor.draw((box) => withPicture(box, ''));
            takeFocus(button.current);
          }}
        >
          <IconPhotoOff size={20} aria-hidden="true" />
        </IconButton>
      )}
      {unreadableOf === uuid && (
        <Alert tone="negative" title={t('beatbox.picture.unreadable')}>
          {t('beatbox.picture.unreadable.text')}
        </Alert>
      )}
    </div>
  );
}

/** The largest picture of a beat, px: three times its size on the page, for the finest screens. */
const MOST = { width: 216, height: 120 };
const QUALITY = 0.85;

/**
 * Makes a small picture of an image file, as a data URL: beats are stored and exported as text.
 * Rejects for a file that the browser cannot read as an image.
 */
async function thumbnailOfImageFile(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MOST.width / image.width, MOST.height / image.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is nothing to draw on');
  // A JPEG has no transparency: transparent parts would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.toDataURL('image/jpeg', QUALITY);
}
