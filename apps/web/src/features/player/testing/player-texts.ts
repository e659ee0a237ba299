import { createLanguageStore, type LanguageStore } from '../../../i18n/language-store.ts';
import { createMemoryStorage } from '../../../settings/key-value-storage.ts';

/** The English texts with those of the player. */
export async function playerTexts(): Promise<LanguageStore> {
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['player']);
  return language;
}
