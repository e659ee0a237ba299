import { useMissingCapabilities } from '../../../device/session/capability.ts';
import { useLanguage, useTexts } from '../../../i18n/text.tsx';
import { durationText } from '../../../sharing/duration-text.ts';
import type { ShareTerms } from '../../../sharing/owner-api.ts';

/** What a guest may do by the terms of a link, in one sentence, and the part of the stroke where it is not the whole. */
export function GuestSummary({ allow, limits }: Pick<ShareTerms, 'allow' | 'limits'>) {
  const { t, number } = useTexts();
  const { language } = useLanguage();
  const lacking = useMissingCapabilities();
  const percent = (share: number) => number(Math.round(share * 100));
  const moves = !lacking.slider && allow.some((mode) => mode !== 'hvp');
  const vibrates = !lacking.vibration && allow.includes('hvp');
  const { min, max } = limits.stroke;
  const values = {
    ...{ speed: percent(limits.speed), strength: percent(limits.intensity) },
    time: durationText(limits.sessionMinutes, language),
  };
  const ofOne = vibrates ? 'sharing.summary.vibrate' : 'sharing.summary.move';
  const text = moves && vibrates ? 'sharing.summary.both' : ofOne;
  return (
    <p>
      {t(text, values)}
      {moves && (min > 0 || max < 1) && <> {t('sharing.summary.stroke', { min: percent(min), max: percent(max) })}</>}
    </p>
  );
}
