import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { closeOnBack } from './close-on-back.ts';
import { useLatest } from './use-latest.ts';

/** While something is open over the page, going back only closes it. Going to another page closes it too. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const { history } = useRouter();
  const latest = useLatest(onClose);
  useEffect(() => (isOpen ? closeOnBack(history, () => latest.current()) : undefined), [isOpen, history, latest]);
}
