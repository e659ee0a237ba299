import { useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { IconDeviceRemote } from '../../ui/icons.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './share.module.css';

/** docs/sharing.md, "The guest". */
const NAME_LENGTH_MAX = 40;

/** A character that can be seen: the cloud takes no name without one. */
const VISIBLE = /[^\s\p{C}\p{DI}\u2800]/u;

interface JoinFormProps {
  /** The texts for other links than that of a device. */
  words?: { readonly title: string; readonly text: string; readonly hint: string };
  busy: boolean;
  /** The last try had no answer. */
  failed: boolean;
  /** The name of the last try is not allowed. */
  nameRefused?: boolean;
  onEnter: (name: string) => void;
}

/** A form for the guest's name and the button to join. No request is sent before. */
export function JoinForm({ words, busy, failed, nameRefused = false, onEnter }: JoinFormProps) {
  const { t } = useTexts();
  const [name, setName] = useState(() => t('share.door.guest'));
  const nameless = !VISIBLE.test(name);
  return (
    <form
      className={styles['joinForm']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!nameless && !busy) onEnter(name.trim());
      }}
    >
      <span className={styles['endIcon']} aria-hidden="true">
        <IconDeviceRemote size={40} stroke={1.5} />
      </span>
      <h1>{words?.title ?? t('share.door.title')}</h1>
      <p>{words?.text ?? t('share.door.text')}</p>
      <TextField
        label={t('share.door.name')}
        hint={words?.hint ?? t('share.door.name.hint')}
        error={nameless ? t('share.door.nameless') : nameRefused ? t('share.door.name-refused') : undefined}
        value={name}
        maxLength={NAME_LENGTH_MAX}
        autoComplete="nickname"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {failed && <Alert tone="negative" title={t('share.door.failed')} />}
      <Button type="submit" variant="primary" size="lg" wide busy={busy} disabled={nameless}>
        {t(busy ? 'share.door.busy' : 'share.door.enter')}
      </Button>
    </form>
  );
}
