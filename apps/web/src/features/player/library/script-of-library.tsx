import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Select } from '../../../ui/select.tsx';
import { compareNames } from '../source/match-files.ts';
import { halfOf } from './half-entries.ts';
import type { LibraryEntry } from './library-record.ts';
import type { LibraryStore } from './library-store.ts';

/** A choice among the scripts of the library that have no film, for a film without a script: the likeliest names first. */
export function ScriptOfLibrary({ store, entry }: { store: LibraryStore; entry: LibraryEntry }) {
  const { t } = useTexts();
  const report = useShowError();
  const entries = useStore(store.state, (state) => state.entries);
  const scripts = useMemo(() => {
    const film = halfOf(entry).parts;
    const lone = entries.map((listed) => listed.entry).filter(({ medium, scripts }) => !medium && scripts.length > 0);
    const scores = new Map(lone.map((one) => [one, compareNames(film, halfOf(one).parts)?.score ?? -1]));
    return lone.toSorted((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0));
  }, [entries, entry]);
  if (scripts.length === 0) return null;
  return (
    <Select
      label={t('player.library.findScript.ofLibrary')}
      options={[
        { value: '', label: t('player.library.addTo.choose') },
        ...scripts.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      value=""
      onChange={(id) => {
        const script = scripts.find((one) => one.id === id);
        if (script) store.join([{ film: entry, script, isLikely: true }]).catch(report);
      }}
    />
  );
}
