import { useTexts } from '../../i18n/text.tsx';

/**
 * Says where the owner's limit of a fader is, and that it is reached. One line in every state: the faders beside it keep their
 * height under a hand.
 */
export function OwnerLimitNote({ most, isAt }: { most: number; isAt: boolean }) {
  const { t, number } = useTexts();
  if (most >= 100) return null;
  return (
    <p className="note" role="status">
      {t(isAt ? 'share.limit.reached' : 'share.limit', { value: number(most) })}
    </p>
  );
}
