import { useState } from 'react';
import { messageOfThrown } from '../../../device/session/log.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { browserStorageOf } from '../../../settings/key-value-storage.ts';
import { SETTINGS_STORAGE_KEY } from '../../../settings/settings-key.ts';
import { useSettingsStore } from '../../../settings/use-settings.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { TextField } from '../../../ui/text-field.tsx';
import styles from '../debug.module.css';
import own from './store.module.css';
import { StoredKeyEditor } from './stored-editor.tsx';
import { readStoredKeys, type StoredKey } from './stored-keys.ts';

const storageOfBrowser = () => browserStorageOf(() => window.localStorage);

function readAll(): readonly StoredKey[] {
  const storage = storageOfBrowser();
  return storage === undefined ? [] : readStoredKeys(storage);
}

/** Every key stored in this browser: its changes since the page was opened, and an editor. */
export function StoredKeysPage() {
  const { t, number } = useTexts();
  const settings = useSettingsStore();
  const [entries, setEntries] = useState(readAll);
  const [opened] = useState(() => new Map(entries.map(({ key, text }) => [key, text])));
  const [chosen, setChosen] = useState<string>();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const [newKey, setNewKey] = useState('');
  const [failure, setFailure] = useState<string>();
  const entry = entries.find(({ key }) => key === chosen);

  function change(act: (storage: Storage) => void) {
    const storage = storageOfBrowser();
    if (storage === undefined) return;
    act(storage);
    if (chosen === SETTINGS_STORAGE_KEY) settings.reload();
    setEntries(readAll());
  }

  function addKey(key: string) {
    try {
      change((storage) => storage.setItem(key, ''));
    } catch (error) {
      setFailure(messageOfThrown(error));
      return;
    }
    setFailure(undefined);
    setChosen(key);
    setNewKey('');
  }

  function saveDraft(key: string, draft: string | undefined) {
    const others = [...drafts].filter(([of]) => of !== key);
    setDrafts(new Map(draft === undefined ? others : [...others, [key, draft]]));
  }

  return (
    <div className={own['columns']}>
      <Card
        title={t('debug.store')}
        aside={<Button onClick={() => setEntries(readAll())}>{t('debug.store.read')}</Button>}
      >
        <p className="note">{t('debug.store.text')}</p>
        {entries.length === 0 && <p className={styles['text']}>{t('debug.store.empty')}</p>}
        <ul className="grid gap-4">
          {entries.map(({ key, text, kind, size }) => (
            <li key={key}>
              <button
                type="button"
                className={own['key']}
                aria-current={key === chosen || undefined}
                onClick={() => setChosen(key)}
              >
                <code>{key}</code>
                <span className="row wrap gap-10 note">
                  {kind === 'damaged' && (
                    <span className={own['damaged']}>
                      <IconAlertTriangle size={16} aria-hidden="true" />
                      {t('debug.store.damaged')}
                    </span>
                  )}
                  {opened.get(key) !== text && <span className={own['changed']}>{t('debug.store.changed')}</span>}
                  {t('debug.store.size', { value: number(size) })}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <form
          className="column gap-16 shrink"
          onSubmit={(event) => {
            event.preventDefault();
            const key = newKey.trim();
            if (key !== '' && entries.every((one) => one.key !== key)) addKey(key);
          }}
        >
          <TextField
            label={t('debug.store.newKey')}
            value={newKey}
            autoComplete="off"
            onChange={(event) => setNewKey(event.currentTarget.value)}
          />
          <Button type="submit">{t('debug.store.add')}</Button>
        </form>
        {failure !== undefined && (
          <Alert tone="negative" title={t('debug.store.failed')}>
            {failure}
          </Alert>
        )}
      </Card>
      {entry === undefined ? (
        <Card>
          <EmptyState title={t('debug.store.none')} text={t('debug.store.none.text')} />
        </Card>
      ) : (
        <StoredKeyEditor
          key={entry.key}
          entry={entry}
          opened={opened.get(entry.key) ?? ''}
          draft={drafts.get(entry.key)}
          onDraft={(draft) => saveDraft(entry.key, draft)}
          onSave={(text) => change((storage) => storage.setItem(entry.key, text))}
          onRemove={() => {
            change((storage) => storage.removeItem(entry.key));
            saveDraft(entry.key, undefined);
            setChosen(undefined);
          }}
        />
      )}
    </div>
  );
}
