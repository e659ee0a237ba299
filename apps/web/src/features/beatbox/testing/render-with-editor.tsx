import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createLanguageStore } from '../../../i18n/language-store.ts';
import { LanguageProvider } from '../../../i18n/text.tsx';
import type { BeatboxSettings } from '../../../settings/beatbox-settings.ts';
import { createMemoryStorage } from '../../../settings/key-value-storage.ts';
import { defaultSettings } from '../../../settings/schema.ts';
import { createSettingsStore } from '../../../settings/settings-store.ts';
import { SettingsProvider } from '../../../settings/use-settings.tsx';
import { TimeProvider } from '../../../ui/time-context.tsx';
import { type BeatEditor, useBeatEditor } from '../use-beat-editor.ts';

/** A part of the page of the beat box with its editor, with a stored state. */
export async function renderWithEditor(stored: Partial<BeatboxSettings>, show: (editor: BeatEditor) => ReactNode) {
  const storage = createMemoryStorage();
  const log = { warn: () => undefined, error: () => undefined };
  const settings = createSettingsStore({ storage, log });
  settings.update({ beatbox: { ...defaultSettings().beatbox, ...stored } });
  const language = await createLanguageStore({ storage, deviceLanguage: 'en-US', log });
  await language.need(['beatbox']);
  const time = createFakeTime();
  const Page = () => <main tabIndex={-1}>{show(useBeatEditor())}</main>;
  render(
    <LanguageProvider store={language}>
      <TimeProvider time={time} random={createRandom(1)}>
        <SettingsProvider store={settings}>
          <Page />
        </SettingsProvider>
      </TimeProvider>
    </LanguageProvider>,
  );
  return { box: () => settings.state.getState().beatbox };
}

/** A chosen file that cannot be read any more, with the name of the browser's error. */
export function unreadable(file: File, errorName: string): File {
  const read = () => Promise.reject(new DOMException('It is gone', errorName));
  return Object.assign(file, { text: read, arrayBuffer: read });
}
