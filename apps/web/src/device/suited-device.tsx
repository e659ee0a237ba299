import { isLegacy } from '@tactus/sdk';
import type { ReactNode } from 'react';
import type { MessageKey } from '../i18n/catalogs.ts';
import { useTexts } from '../i18n/text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { type Capability, useLacking } from './capability.ts';
import { useDeviceState } from './device-context.tsx';

const LACKING: Readonly<Record<Capability, { title: MessageKey; text: MessageKey }>> = {
  slider: { title: 'unsuited.slider.title', text: 'unsuited.slider.text' },
  vibration: { title: 'unsuited.vibration.title', text: 'unsuited.vibration.text' },
};
const LEGACY = { title: 'unsuited.legacy.title', text: 'unsuited.legacy.text' } as const;

/**
 * The controls of a page, or why the device in use cannot be controlled by them: it lacks what the page needs, or its
 * firmware is too old. Its texts are the part `unsuited`.
 */
export function SuitedDevice({ needs, children }: { needs: Capability; children: ReactNode }) {
  const { t } = useTexts();
  const lacking = useLacking();
  const legacy = useDeviceState(isLegacy);
  if (!legacy && !lacking[needs]) return children;
  const { title, text } = legacy ? LEGACY : LACKING[needs];
  return <EmptyState title={t(title)} text={t(text)} action={<LinkButton to="/">{t('notFound.home')}</LinkButton>} />;
}
