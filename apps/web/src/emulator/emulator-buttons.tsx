import { ButtonEvent, DeviceButton } from '@tactus/protocol';
import { useState } from 'react';
import type { MessageKey } from '../i18n/catalogs.ts';
import { useTexts } from '../i18n/text.tsx';
import { Button as PressButton } from '../ui/button.tsx';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconPower,
  IconWifi,
  type TablerIcon,
} from '../ui/icons.ts';
import { Segmented } from '../ui/segmented.tsx';
import type { Emulator } from './emulator.ts';
import styles from './emulator-panel.module.css';

/** The length of a long press. */
const HOLD_MS = 1_500;

/** Every button, with its place on the pad: column and row. */
const BUTTONS: readonly { button: DeviceButton; name: MessageKey; icon: TablerIcon; place: string }[] = [
  { button: DeviceButton.POWER, name: 'emulator.button.power', icon: IconPower, place: '1 / 1' },
  { button: DeviceButton.UP, name: 'emulator.button.up', icon: IconArrowUp, place: '1 / 2' },
  { button: DeviceButton.WIFI, name: 'emulator.button.wifi', icon: IconWifi, place: '1 / 3' },
  { button: DeviceButton.LEFT, name: 'emulator.button.left', icon: IconArrowLeft, place: '2 / 1' },
  { button: DeviceButton.DOWN, name: 'emulator.button.down', icon: IconArrowDown, place: '2 / 2' },
  { button: DeviceButton.RIGHT, name: 'emulator.button.right', icon: IconArrowRight, place: '2 / 3' },
];

/** Every button of the device, pressed shortly or held. */
export function EmulatorButtons({ emulator }: { emulator: Emulator }) {
  const { t } = useTexts();
  const [mode, setMode] = useState<'press' | 'hold'>('press');

  function use(button: DeviceButton) {
    if (mode === 'hold') {
      emulator.act('hold', button, HOLD_MS);
      return;
    }
    for (const event of [ButtonEvent.PRESSED, ButtonEvent.RELEASED, ButtonEvent.SHORT_PRESS])
      emulator.act('press', button, event);
  }

  return (
    <section className="column gap-12 shrink" aria-label={t('emulator.buttons')}>
      <h3 className="text-md semibold">{t('emulator.buttons')}</h3>
      <Segmented
        label={t('emulator.way')}
        options={[
          { value: 'press', label: t('emulator.way.press') },
          { value: 'hold', label: t('emulator.way.hold') },
        ]}
        value={mode}
        onChange={setMode}
      />
      <div className={styles['pad']}>
        {BUTTONS.map(({ button, name, icon: Icon, place }) => (
          <PressButton
            key={button}
            className={styles['press'] ?? ''}
            style={{ gridArea: place }}
            icon={<Icon size={20} aria-hidden="true" />}
            onClick={() => use(button)}
          >
            {t(name)}
          </PressButton>
        ))}
      </div>
    </section>
  );
}
