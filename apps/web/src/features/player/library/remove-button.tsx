import { useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { InlineQuestion, useFocusBack } from '../../../ui/inline-question.tsx';
import styles from './library-panel.module.css';

interface RemoveButtonProps {
  /** Its text, which is also the name of the question. */
  readonly label: string;
  /** The text of the button that confirms the removal. */
  readonly confirm: string;
  readonly onRemove: () => void;
}

/** Removes entries or a playlist of the library, once the person has confirmed that. */
export function RemoveButton({ label, confirm, onRemove }: RemoveButtonProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const opener = useFocusBack(isOpen);
  if (!isOpen)
    return (
      <Button ref={opener} variant="plain" onClick={() => setOpen(true)}>
        {label}
      </Button>
    );
  return (
    <InlineQuestion className={styles['actions']} label={label} onClose={() => setOpen(false)}>
      <Button variant="danger" onClick={onRemove}>
        {confirm}
      </Button>
      <Button onClick={() => setOpen(false)}>{t('player.library.remove.no')}</Button>
    </InlineQuestion>
  );
}
