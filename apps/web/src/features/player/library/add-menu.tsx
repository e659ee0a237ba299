import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import {
  IconBookmarkPlus,
  IconFileImport,
  IconFolderOpen,
  IconFolderPlus,
  IconLink,
  IconX,
} from '../../../ui/icons.ts';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { AddressesForm } from '../panels/addresses-form.tsx';
import type { PlayerHandle } from '../session/player-handle.ts';
import type { OpenFiles } from '../session/use-open-files.ts';
import { canStoreFileHandles, MOST_FILES_OF_FOLDER, type PickedFiles, pickFolder } from './file-access.ts';
import styles from './library-panel.module.css';
import type { AddFilesResult, LibraryStore } from './library-store.ts';
import { useBusy } from './use-busy.ts';
import { useFilePicker } from './use-file-picker.tsx';

/** The result of adding, and whether a folder has more files than were taken. */
type Added = AddFilesResult & { readonly isCut?: boolean };

interface AddMenuProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly store: LibraryStore;
  readonly playerHandle: PlayerHandle;
  readonly openFiles: OpenFiles;
  /** Opens the file picker of the player, for files that are played and not added. */
  readonly onChooseFiles: () => void;
  readonly onAdded: () => void;
}

/** What can be added to the library, or opened without it. The file pickers work while it is closed, too. */
export function AddMenu(props: AddMenuProps) {
  const { id, isOpen, onClose, store, playerHandle, openFiles, onChooseFiles, onAdded } = props;
  const { t, number } = useTexts();
  const report = useShowError();
  const notifications = useNotifications();
  const [isBusy, busy] = useBusy();
  const [asksAddress, setAsksAddress] = useState(false);
  const { medium, scripts } = playerHandle.current;
  const menu = useRef<HTMLElement>(null);
  // Where the button is low on the screen, what it opens would lie under the dock.
  useEffect(() => {
    if (isOpen || asksAddress) menu.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen, asksAddress]);

  function showAdded({ entries, unreadable, unplaced, otherAxes, isCut = false }: Added): void {
    if (entries > 0) onAdded();
    const left = [
      ...(isCut ? [t('player.library.addFolder.most', { most: number(MOST_FILES_OF_FOLDER) })] : []),
      ...(unreadable.length > 0 ? [t('player.library.unreadable', { names: unreadable.join(', ') })] : []),
      ...(unplaced.length > 0 ? [t('player.library.subtitles', { names: unplaced.join(', ') })] : []),
      ...(otherAxes.length > 0 ? [t('player.script.otherAxes', { axes: otherAxes.join(', ') })] : []),
    ];
    notifications.show({
      tone: left.length > 0 || entries === 0 ? 'warning' : 'positive',
      message: t('player.library.added', { count: entries }),
      ...(left.length > 0 && { caption: left.join(' ') }),
    });
  }
  function add(run: () => Promise<Added | undefined>): void {
    void busy(async () => {
      const result = await run();
      if (result) showAdded(result);
    });
  }
  async function addPicked({ files, unreadable, isCut }: PickedFiles): Promise<Added | undefined> {
    if (files.length + unreadable.length === 0) return undefined;
    const added = await store.add(files);
    return { ...added, unreadable: [...unreadable, ...added.unreadable], isCut };
  }
  const files = useFilePicker(t('player.library.add'), (picked) => add(() => addPicked(picked)));
  function close(): void {
    setAsksAddress(false);
    onClose();
  }
  const item = (icon: ReactNode, text: string, run: () => void) => (
    <Button
      busy={isBusy}
      icon={icon}
      onClick={() => {
        close();
        run();
      }}
    >
      {text}
    </Button>
  );

  return (
    <>
      {files.input}
      {isOpen && (
        <section ref={menu} id={id} className={styles['choice']} aria-label={t('player.library.addMenu')}>
          {asksAddress ? (
            <>
              <AddressesForm library={openFiles} onOpened={close} />
              <Button variant="plain" icon={<IconX size={20} aria-hidden="true" />} onClick={close}>
                {t('app.close')}
              </Button>
            </>
          ) : (
            <div className={styles['actions']}>
              {item(<IconFileImport size={20} aria-hidden="true" />, t('player.library.add'), () => {
                files.choose().catch(report);
              })}
              {canStoreFileHandles() &&
                item(<IconFolderPlus size={20} aria-hidden="true" />, t('player.library.addFolder'), () =>
                  add(async () => addPicked(await pickFolder())),
                )}
              {(medium !== undefined || scripts.length > 0) &&
                item(<IconBookmarkPlus size={20} aria-hidden="true" />, t('player.library.keep'), () =>
                  add(() => store.saveOpen(playerHandle.current)),
                )}
              <Button icon={<IconLink size={20} aria-hidden="true" />} onClick={() => setAsksAddress(true)}>
                {t('player.urls')}
              </Button>
              {item(<IconFolderOpen size={20} aria-hidden="true" />, t('player.library.playOnly'), onChooseFiles)}
            </div>
          )}
        </section>
      )}
    </>
  );
}
