import { isLegacy } from '@tactus/sdk';
import type { ReactNode } from 'react';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { type Capability, useLacking } from './capability.ts';
import { useDeviceState } from './device-context.tsx';

/** Why a page is of no use now, and where to go instead. */
interface Unsuited {
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly way?: { readonly to: string; readonly name: MessageKey };
}

const HOME = { way: { to: '/', name: 'notFound.home' } } as const;
const LACKING: Readonly<Record<Capability, Unsuited>> = {
  slider: { title: 'unsuited.slider.title', text: 'unsuited.slider.text', ...HOME },
  vibration: { title: 'unsuited.vibration.title', text: 'unsuited.vibration.text', ...HOME },
};
const LEGACY: Unsuited = {
  title: 'unsuited.legacy.title',
  text: 'unsuited.legacy.text',
  way: { to: '/ota-fw3', name: 'banner.toUpdate' },
};
/** The banner above the page leads to the update. */
const UPDATING: Unsuited = { title: 'unsuited.updating.title', text: 'unsuited.updating.text' };

/**
 * The controls of a page, or why the device in use cannot be controlled by them: it lacks what the page needs, its
 * firmware is too old or is being updated. Its texts are the part `unsuited`.
 */
export function SuitedDevice({ needs, children }: { needs: Capability; children: ReactNode }) {
  const { t } = useTexts();
  const lacking = useLacking();
  const legacy = useDeviceState(isLegacy);
  const updating = useDeviceState((state) => state.ota.ongoing);
  if (!legacy && !updating && !lacking[needs]) return children;
  const { title, text, way } = (updating && UPDATING) || (legacy && LEGACY) || LACKING[needs];
  return (
    <EmptyState title={t(title)} text={t(text)} action={way && <LinkButton to={way.to}>{t(way.name)}</LinkButton>} />
  );
}
