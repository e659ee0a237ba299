import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconArrowLeft, IconDeviceFloppy, IconFilePlus, IconPlayerPlay } from '../../../ui/icons.ts';
import { takeFocus } from '../../../ui/inline-question.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { AddToPlaylist } from './add-to-playlist.tsx';
import styles from './library-panel.module.css';
import { type LibraryEntry, LONGEST_NAME, type StoredText } from './library-record.ts';
import { type ListedEntry, type MissingPartOfEntry, parseTags } from './library-search.ts';
import type { LibraryStore } from './library-store.ts';
import { RemoveButton } from './remove-button.tsx';
import { ScriptOfLibrary } from './script-of-library.tsx';
import { useFilePicker } from './use-file-picker.tsx';
import { useKeepFilms } from './use-keep-films.ts';

interface EntryEditorProps {
  readonly listed: ListedEntry;
  readonly store: LibraryStore;
  readonly onOpen: (entry: LibraryEntry) => void;
  readonly onClose: () => void;
  /** Called once the browser keeps the film. */
  readonly onKept: () => void;
}

/** The text about a missing half: a medium that was never added is not lost. */
function lackingText(entry: LibraryEntry, missing: MissingPartOfEntry) {
  if (missing === 'script') return 'player.library.lacksScript.text';
  return entry.medium === undefined ? 'player.library.scriptAlone.text' : 'player.library.lacksMedium.text';
}

/** The tags of an entry, as a person edits them. */
const tagsText = ({ tags }: LibraryEntry) => tags.join(', ');

/** One entry: its name and tags, the variant to play first, its missing files, and its playlists. */
export function EntryEditor({ listed, store, onOpen, onClose, onKept }: EntryEditorProps) {
  const { t } = useTexts();
  const report = useShowError();
  const notifications = useNotifications();
  const { entry, missing } = listed;
  const [title, setTitle] = useState(entry.title);
  const [tags, setTags] = useState(tagsText(entry));
  const files = useFilePicker(t('player.library.give'), (picked) => {
    store.addTo(entry, picked.files).then(({ unreadable }) => {
      const names = [...picked.unreadable, ...unreadable].join(', ');
      if (names !== '') notifications.show({ tone: 'warning', message: t('player.library.unreadable', { names }) });
    }, report);
  });

  function save(event: FormEvent): void {
    event.preventDefault();
    const name = title.trim() === '' ? entry.title : title.trim();
    const changes = {
      ...(name !== entry.title && { title: name }),
      ...(tags !== tagsText(entry) && { tags: [...parseTags(tags)] }),
    };
    store.change(entry.id, changes).then(onClose, report);
  }
  const first = (script: StoredText) => store.change(entry.id, { first: script }).catch(report);

  return (
    <form className="grid gap-12" aria-label={entry.title} onSubmit={save}>
      <button ref={takeFocus} type="button" className={styles['back']} onClick={onClose}>
        <IconArrowLeft size={20} aria-hidden="true" /> {t('player.library.back')}
      </button>
      <TextField
        label={t('player.library.title')}
        maxLength={LONGEST_NAME}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextField
        label={t('player.library.tags')}
        hint={t('player.library.tags.hint')}
        value={tags}
        onChange={(event) => setTags(event.currentTarget.value)}
      />
      <p className="note">
        {t('player.library.medium')}: {entry.medium?.name ?? '–'}
      </p>
      {entry.scripts.length > 0 && (
        <fieldset className={styles['variants']}>
          <legend>{t('player.library.first')}</legend>
          {entry.scripts.map((script, index) => (
            <label key={script.hash ?? script.url} className={styles['variant']}>
              <input type="radio" name="first" checked={index === 0} onChange={() => void first(script)} />
              {script.name}
            </label>
          ))}
        </fieldset>
      )}
      {entry.otherAxes !== undefined && entry.otherAxes.length > 0 && (
        <p className="note">{t('player.script.otherAxes', { axes: entry.otherAxes.join(', ') })}</p>
      )}
      {missing !== undefined && <p className={styles['missing']}>{t(lackingText(entry, missing))}</p>}
      {missing === 'script' && <ScriptOfLibrary {...{ store, entry }} />}
      <KeepFilm {...{ entry, store, onKept }} />
      <div className={styles['actions']}>
        <Button icon={<IconFilePlus size={20} aria-hidden="true" />} onClick={() => files.choose().catch(report)}>
          {t('player.library.give')}
        </Button>
        {files.input}
        <Button icon={<IconPlayerPlay size={20} aria-hidden="true" />} onClick={() => onOpen(entry)}>
          {t('player.library.open')}
        </Button>
      </div>
      <AddToPlaylist store={store} ids={[entry.id]} />
      <div className={styles['actions']}>
        <Button type="submit" variant="primary">
          {t('player.library.save')}
        </Button>
        <RemoveButton
          label={t('player.library.remove')}
          confirm={t('player.library.remove.yes')}
          onRemove={() => store.remove([entry.id]).then(onClose, report)}
        />
      </div>
    </form>
  );
}

/** Offers to keep the film in the browser, as long as its file is at hand and would be lost with the page. */
function KeepFilm({ entry, store, onKept }: Pick<EntryEditorProps, 'store' | 'onKept'> & { entry: LibraryEntry }) {
  const { t } = useTexts();
  const bytes = useStore(store.state, () => store.unkeptBytes(entry.id));
  const { isBusy, keep, sizeOf } = useKeepFilms(store, onKept);
  if (bytes === 0) return null;
  const size = sizeOf(bytes);
  return (
    <div className={styles['choice']}>
      <p className="note">{t('player.library.keepFilms.text', { size })}</p>
      <div className={styles['actions']}>
        <Button icon={<IconDeviceFloppy size={20} aria-hidden="true" />} busy={isBusy} onClick={() => keep([entry.id])}>
          {t('player.library.keepFilms.yes', { size })}
        </Button>
      </div>
    </div>
  );
}
