import { useTexts } from '../../i18n/text.tsx';
import { useMissingCapabilities } from './capability.ts';

/** Says that a device without a slider vibrates in place of motion; nothing for others. Its text is of the part `unsuited`. */
export function VibratesNote() {
  const { t } = useTexts();
  const { slider: vibrates } = useMissingCapabilities();
  return vibrates && <p className="note">{t('unsuited.vibrates')}</p>;
}
