import { useEffect, useState } from 'react';

/** Whether this browser stores the library persistently; `undefined` while unknown. */
export function useIsStoragePersistent(): { readonly isPersisted: boolean | undefined; readonly request: () => void } {
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

/** Missing on a page over plain HTTP, although TypeScript's library has it. */
const storage = () => (navigator as Partial<Navigator>).storage;
