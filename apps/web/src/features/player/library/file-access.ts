import { kindOfFile } from '../source/file-kind.ts';

/** A chosen file; with a handle where the browser has one. */
export interface ChosenFile {
  readonly file: File;
  readonly handle: FileSystemFileHandle | undefined;
}

/** A chosen file with its name, by which files are grouped. */
export type NamedChosenFile = ChosenFile & { readonly name: string; readonly type: string };

/** Adds the name of the file to a chosen file. */
export const withFileName = (found: ChosenFile): NamedChosenFile => ({
  ...found,
  name: found.file.name,
  type: found.file.type,
});

/** The part of the File System Access API that only some browsers have; TypeScript's own library does not know it. */
interface FileSystemAccess {
  showOpenFilePicker(options: { multiple: boolean }): Promise<readonly FileSystemFileHandle[]>;
  showDirectoryPicker(): Promise<FileSystemDirectoryHandle>;
}

/** The state of a handle's permission, where the browser requires one. */
interface Permission {
  queryPermission(wanted: { mode: 'read' }): Promise<PermissionState>;
  requestPermission(wanted: { mode: 'read' }): Promise<PermissionState>;
}

/** How deep folders are searched. */
const MOST_DEPTH = 8;
/** The most files that are taken from a folder. */
export const MOST_FILES_OF_FOLDER = 5_000;

/** What a person picked. */
export interface PickedFiles {
  readonly files: readonly ChosenFile[];
  /** Names of files and folders that cannot be read. */
  readonly unreadable: readonly string[];
  /** Whether the folder has more files than are taken. */
  readonly isCut: boolean;
}

/** What was found so far. */
interface Picking extends PickedFiles {
  readonly files: ChosenFile[];
  readonly unreadable: string[];
  isCut: boolean;
}

const nothingPicked = (): Picking => ({ files: [], unreadable: [], isCut: false });

function access(): FileSystemAccess | undefined {
  // Detected by name: a browser has the whole API or none of it.
  return 'showOpenFilePicker' in window ? (window as unknown as FileSystemAccess) : undefined;
}

/** Whether handles of files can be stored, so that a video need not be chosen again. */
export const canStoreFileHandles = (): boolean => access() !== undefined;

/** Opens the file picker. `undefined` where the browser has no handles; no files where the person chose none. */
export async function pickFiles(): Promise<PickedFiles | undefined> {
  const picker = access();
  if (!picker) return undefined;
  const handles = await chosen(picker.showOpenFilePicker({ multiple: true }));
  const found = nothingPicked();
  for (const handle of handles ?? []) await take(handle, found);
  return found;
}

/** Opens the folder picker, and finds the files in it and below that the player can open. */
export async function pickFolder(): Promise<PickedFiles> {
  const folder = await chosen(access()?.showDirectoryPicker());
  const found = nothingPicked();
  if (folder) await collect(folder, found, MOST_DEPTH);
  return found;
}

async function take(handle: FileSystemFileHandle, found: Picking): Promise<void> {
  try {
    found.files.push({ handle, file: await handle.getFile() });
  } catch {
    // Moved, locked, or on a missing disk: it is named, and the others are taken.
    found.unreadable.push(handle.name);
  }
}

async function collect(folder: FileSystemDirectoryHandle, found: Picking, depth: number): Promise<void> {
  for await (const handle of folder.values()) {
    if (handle.kind === 'directory') {
      // `values` returns handles of two kinds, distinguished by `kind`.
      const inside = handle as FileSystemDirectoryHandle;
      if (depth > 0) await collect(inside, found, depth - 1).catch(() => found.unreadable.push(inside.name));
    } else if (kindOfFile({ name: handle.name, type: '' }) !== 'unknown') {
      if (found.files.length >= MOST_FILES_OF_FOLDER) found.isCut = true;
      else await take(handle as FileSystemFileHandle, found); // as above
    }
    if (found.isCut) return;
  }
}

/** The file behind a handle; `undefined` where it is gone or not permitted. The browser prompts only with `mayPrompt`. */
export async function fileOfHandle(handle: FileSystemFileHandle, mayPrompt: boolean): Promise<File | undefined> {
  // A browser that makes handles outside its private storage also has their permission methods.
  const permission = handle as Partial<Permission>;
  const wanted = { mode: 'read' } as const;
  try {
    let state = (await permission.queryPermission?.(wanted)) ?? 'granted';
    if (state === 'prompt' && mayPrompt) state = (await permission.requestPermission?.(wanted)) ?? state;
    return state === 'granted' ? await handle.getFile() : undefined;
  } catch {
    // Moved, deleted, or on a missing disk: the person has to choose it again.
    return undefined;
  }
}

/** `undefined` where the person cancelled. */
async function chosen<Handle>(picking: Promise<Handle> | undefined): Promise<Handle | undefined> {
  try {
    return await picking;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}
