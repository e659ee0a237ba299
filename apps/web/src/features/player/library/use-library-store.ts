import { useEffect, useState } from 'react';
import { useClock, useRandom } from '../../../ui/time-context.tsx';
import { createScriptLoader } from '../script/script-loader.ts';
import { createLibraryStore, type LibraryStore } from './library-store.ts';
import { openLibraryDatabase } from './library-table.ts';

/** The library of this browser, open as long as the page. */
export function useLibraryStore(): LibraryStore | undefined {
  const time = useClock();
  const random = useRandom();
  const [store, setStore] = useState<LibraryStore>();
  useEffect(() => {
    const opened = createLibraryStore({ open: openLibraryDatabase, loader: createScriptLoader(), time, random });
    setStore(opened);
    return () => opened.close();
  }, [time, random]);
  return store;
}
