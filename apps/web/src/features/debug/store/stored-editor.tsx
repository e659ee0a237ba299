import { useId, useState } from 'react';
import { messageOfThrown } from '../../../device/session/log.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import styles from '../debug.module.css';
import { Failure } from '../failure.tsx';
import { diffLines } from './line-diff.ts';
import own from './store.module.css';
import { type StoredKey, toEditableText, toStoredText } from './stored-keys.ts';

interface StoredEditorProps {
  entry: StoredKey;
  /** The text stored when the page was opened; empty where there was none. */
  opened: string;
  /** The typed text that is not stored yet; undefined without one. */
  draft: string | undefined;
  onDraft: (draft: string | undefined) => void;
  /** Stores a text. Throws where the browser has no room. */
  onSave: (text: string) => void;
  onRemove: () => void;
}

/** One stored key: an editor, and the differences from before. A typed text stays, even where the stored one changes. */
export function StoredKeyEditor({ entry, opened, draft, onDraft, onSave, onRemove }: StoredEditorProps) {
  const { t } = useTexts();
  const id = useId();
  const stored = toEditableText(entry.text);
  const typed = draft ?? stored;
  const [against, setAgainst] = useState<'stored' | 'opened'>('stored');
  const [failure, setFailure] = useState<string>();
  const next = toStoredText(entry.key, typed);
  const diff = diffLines(against === 'stored' ? stored : toEditableText(opened), typed);
  const hasChanges = diff.some(({ kind }) => kind !== 'same');

  function save() {
    if (next === undefined) return;
    try {
      onSave(next);
      onDraft(undefined);
      setFailure(undefined);
    } catch (error) {
      setFailure(messageOfThrown(error));
    }
  }

  return (
    <Card title={entry.key}>
      {entry.kind === 'damaged' && (
        <Alert tone="warning" title={t('debug.store.damaged')}>
          {t('debug.store.damaged.text')}
        </Alert>
      )}
      <Failure title={t('debug.store.failed')} text={failure} />
      <label className="note" htmlFor={`${id}-text`}>
        {t('debug.store.value')}
      </label>
      <textarea
        id={`${id}-text`}
        className={styles['editor']}
        rows={14}
        spellCheck={false}
        value={typed}
        aria-invalid={next === undefined}
        aria-describedby={`${id}-note`}
        onChange={({ currentTarget: { value } }) => onDraft(value === stored ? undefined : value)}
      />
      <p id={`${id}-note`} className="note" aria-live="polite">
        {t(next === undefined ? 'debug.store.invalid' : 'debug.store.hint')}
      </p>
      <div className="row wrap gap-10">
        <Button variant="primary" disabled={next === undefined || next === entry.text} onClick={save}>
          {t('debug.store.save')}
        </Button>
        <Button disabled={typed === stored} onClick={() => onDraft(undefined)}>
          {t('debug.store.revert')}
        </Button>
        <Button variant="danger" onClick={onRemove}>
          {t('debug.store.remove')}
        </Button>
      </div>
      <Segmented
        label={t('debug.store.diff')}
        options={[
          { value: 'stored', label: t('debug.store.diff.stored') },
          { value: 'opened', label: t('debug.store.diff.opened') },
        ]}
        value={against}
        onChange={setAgainst}
      />
      {hasChanges ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be scrolled by keys too
        <ol className={own['diff']} tabIndex={0} aria-label={t('debug.store.diff')}>
          {diff.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the text
            <li key={index} data-kind={line.kind}>
              <span aria-hidden="true">{line.kind === 'added' ? '+' : line.kind === 'removed' ? '−' : ' '}</span>
              <code>{line.text === '' ? ' ' : line.text}</code>
            </li>
          ))}
        </ol>
      ) : (
        <p className="note">{t('debug.store.diff.none')}</p>
      )}
    </Card>
  );
}
