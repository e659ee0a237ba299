import { hasLegacyFirmware } from '@tactus/sdk';
import type { ReactNode } from 'react';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { type Capability, useMissingCapabilities } from './capability.ts';
import { useDeviceState } from './device-context.tsx';

/** Why a page cannot be used now, and where to go instead. */
interface Unsuited {
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly link?: { readonly to: string; readonly name: MessageKey };
}

const MISSING: Readonly<Record<Capability, Unsuited>> = {
  slider: {
    ...{ title: 'unsuited.slider.title', text: 'unsuited.slider.text' },
    link: { to: '/hvp', name: 'page.hvp' },
  },
  vibration: {
    ...{ title: 'unsuited.vibration.title', text: 'unsuited.vibration.text' },
    link: { to: '/hamp', name: 'page.hamp' },
  },
};
const LEGACY: Unsuited = {
  title: 'unsuited.legacy.title',
  text: 'unsuited.legacy.text',
  link: { to: '/ota-fw3', name: 'banner.toUpdate' },
};
/** The banner above the page leads to the update. */
const UPDATING: Unsuited = { title: 'unsuited.updating.title', text: 'unsuited.updating.text' };

/**
 * The controls of a page, or why the device in use cannot be controlled by them: it lacks what the page needs, if anything,
 * its firmware is too old or is being updated. Its texts are the part `unsuited`.
 */
export function RequireCapability({ needs, children }: { needs?: Capability; children: ReactNode }) {
  const { t } = useTexts();
  const missing = useMissingCapabilities();
  const legacy = useDeviceState(hasLegacyFirmware);
  const updating = useDeviceState((state) => state.ota.ongoing);
  const lacks = needs !== undefined && missing[needs] ? MISSING[needs] : undefined;
  const unsuited = (updating && UPDATING) || (legacy && LEGACY) || lacks;
  if (!unsuited) return children;
  const { title, text, link } = unsuited;
  return (
    <EmptyState title={t(title)} text={t(text)} action={link && <LinkButton to={link.to}>{t(link.name)}</LinkButton>} />
  );
}
