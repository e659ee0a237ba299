import { useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconEye, IconEyeOff } from '../../ui/icons.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './connection-key-field.module.css';

interface KeyFieldProps {
  value: string;
  /** The error text; absent while the key is valid. */
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A field for a connection key: masked, since others may look on, until the person shows it. */
export function ConnectionKeyField({ value, error, onChange }: KeyFieldProps) {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  const Eye = shown ? IconEyeOff : IconEye;
  return (
    <div className={styles['field']} data-masked={!shown || undefined}>
      <TextField
        label={t('connect.key')}
        hint={t('connect.key.hint')}
        error={error}
        value={value}
        autoComplete="off"
        maxLength={80}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <IconButton
        className={styles['eye']}
        label={t(shown ? 'connect.key.hide' : 'connect.key.show')}
        onClick={() => setShown(!shown)}
      >
        <Eye size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
