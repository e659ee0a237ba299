import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmHoldButton } from '../../ui/confirm-hold-button.tsx';
import { useFocusNextOnRemoval } from '../../ui/removable-row.tsx';

interface LockOutProps {
  title: string;
  text: string;
  /** The action of the held button. */
  confirm: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * A plain warning before an action that can put the device out of reach; only holding a button runs it. Its answer closes it.
 */
export function LockOutWarning({ title, text, confirm, onConfirm, onCancel }: LockOutProps) {
  const { t } = useTexts();
  return (
    <div ref={useFocusNextOnRemoval<HTMLDivElement>()} className="grid gap-12">
      <Alert tone="warning" title={title}>
        {text}
      </Alert>
      <div className="row wrap gap-12">
        <ConfirmHoldButton onConfirm={onConfirm}>{confirm}</ConfirmHoldButton>
        <Button onClick={onCancel}>{t('configure.cancel')}</Button>
      </div>
    </div>
  );
}
