import { useEffect, useState } from 'react';

/** Whether this browser has promised to keep the library; `undefined` while that is not known. */
export function usePersistentStorage(): { readonly isPersisted: boolean | undefined; readonly request: () => void } {
  const [isPersisted, setPersisted] = useState<boolean>();
  useEffect(() => {
    storage()
      ?.persisted()
      .then(setPersisted, () => setPersisted(undefined));
  }, []);
  return {
    isPersisted,
    request() {
      if (isPersisted !== true)
        storage()
          ?.persist()
          .then(setPersisted, () => setPersisted(undefined));
    },
  };
}

/** Not there on a page that came over plain HTTP, whatever TypeScript's library says. */
const storage = () => (navigator as Partial<Navigator>).storage;
