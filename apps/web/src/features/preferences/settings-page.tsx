import { Link, useLocation } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { Alert } from '../../ui/alert.tsx';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts';
import { HAS_MOUSE, useMediaQuery } from '../../ui/use-media-query.ts';
import { AppearanceCard } from './appearance-card.tsx';
import { BackupCard } from './backup-card.tsx';
import { DeveloperCard } from './developer-card.tsx';
import { DevicePreferencesCard } from './device-card.tsx';
import { GamepadCard } from './gamepad-card.tsx';
import { KeyboardCard } from './keyboard-card.tsx';
import { LanguageCard } from './language-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import styles from './settings-page.module.css';

interface SettingsSection {
  /** Its fragment in the address. */
  readonly name: string;
  readonly title: MessageKey;
  readonly Card: ComponentType;
  /** Of no use on a screen without a mouse, which rarely comes with a keyboard. */
  readonly needsKeyboard?: true;
}

const FIRST: SettingsSection = { name: 'device', title: 'settings.device.title', Card: DevicePreferencesCard };

const SECTIONS: readonly SettingsSection[] = [
  FIRST,
  { name: 'limits', title: 'settings.limits', Card: LimitsCard },
  { name: 'appearance', title: 'settings.appearance', Card: AppearanceCard },
  { name: 'language', title: 'settings.language', Card: LanguageCard },
  { name: 'privacy', title: 'settings.privacy', Card: PrivacyCard },
  { name: 'backup', title: 'settings.backup', Card: BackupCard },
  { name: 'keyboard', title: 'settings.keyboard', Card: KeyboardCard, needsKeyboard: true },
  { name: 'gamepad', title: 'settings.gamepad', Card: GamepadCard },
  { name: 'developer', title: 'settings.developer', Card: DeveloperCard },
];

/**
 * The person's settings by section; the fragment of the address names the section. On a phone the list of sections and the
 * section are shown one at a time, on a wider screen side by side.
 */
export function SettingsPage() {
  const { t } = useTexts();
  const isStored = useStore(useSettingsStore().isSaved);
  const hash = useLocation({ select: (location) => location.hash });
  const opened = SECTIONS.find(({ name }) => name === hash);
  const { name, Card } = opened ?? FIRST;
  const hasMouse = useMediaQuery(HAS_MOUSE);
  const page = useFocusOnSection(opened?.name);
  return (
    <div ref={page} className={styles['page']} data-opened={opened?.name}>
      {!isStored && (
        <div className={styles['notKept']}>
          <Alert tone="warning" title={t('settings.notKept')}>
            {t('settings.notKept.text')}
          </Alert>
        </div>
      )}
      <nav className={styles['sections']} aria-label={t('settings.sections')}>
        <ul>
          {SECTIONS.filter(({ needsKeyboard }) => hasMouse || needsKeyboard === undefined).map((section) => (
            <li key={section.name}>
              <Link
                to="/settings"
                hash={section.name}
                className={styles['link']}
                data-section={section.name}
                data-shown={section.name === name || undefined}
                activeOptions={{ exact: true, includeHash: true }}
              >
                {t(section.title)}
                <IconChevronRight className={styles['arrow']} size={20} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['section']} tabIndex={-1}>
        <Link to="/settings" className={styles['back']}>
          <IconChevronLeft size={20} aria-hidden="true" />
          {t('settings.sections')}
        </Link>
        <Card key={name} />
      </div>
    </div>
  );
}

/**
 * Moves the focus to a section that opens in place of the list of sections, and back to the link of that section when the
 * list returns. Where both are on the screen the focus stays. Returns the ref of the page.
 */
function useFocusOnSection(opened: string | undefined) {
  const page = useRef<HTMLDivElement>(null);
  const before = useRef(opened);
  const isWide = useMediaQuery('(min-width: 1024px)');
  useEffect(() => {
    const left = before.current;
    before.current = opened;
    if (left === opened || isWide) return;
    const target = opened === undefined ? `[data-section="${left}"]` : '[tabindex="-1"]';
    page.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [opened, isWide]);
  return page;
}
