import { useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { InlineQuestion, useFocusBack } from '../../../ui/inline-question.tsx';
import styles from './library-panel.module.css';

interface RemoveButtonProps {
  /** The text of the button that confirms the removal. */
  readonly confirm: string;
  readonly onRemove: () => void;
}

/** Removes entries of the library, once the person has confirmed that. */
export function RemoveButton({ confirm, onRemove }: RemoveButtonProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const opener = useFocusBack(isOpen);
  if (!isOpen)
    return (
      <Button ref={opener} variant="plain" onClick={() => setOpen(true)}>
        {t('player.library.remove')}
      </Button>
    );
  return (
    <InlineQuestion className={styles['actions']} label={t('player.library.remove')} onClose={() => setOpen(false)}>
      <Button variant="danger" onClick={onRemove}>
        {confirm}
      </Button>
      <Button onClick={() => setOpen(false)}>{t('player.library.remove.no')}</Button>
    </InlineQuestion>
  );
}
