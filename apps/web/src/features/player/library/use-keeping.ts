import { useEffect, useState } from 'react';

/** Whether this browser has promised to keep the library; `undefined` while that is not known. */
export function useKeeping(): { readonly isKept: boolean | undefined; readonly ask: () => void } {
  const [isKept, setKept] = useState<boolean>();
  useEffect(() => {
    storage()
      ?.persisted()
      .then(setKept, () => setKept(undefined));
  }, []);
  return {
    isKept,
    ask() {
      if (isKept !== true)
        storage()
          ?.persist()
          .then(setKept, () => setKept(undefined));
    },
  };
}

/** Not there on a page that came over plain HTTP, whatever TypeScript's library says. */
const storage = () => (navigator as Partial<Navigator>).storage;
