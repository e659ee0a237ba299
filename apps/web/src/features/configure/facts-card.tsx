import type { DeviceCapabilities } from '@tactus/protocol';
import { type Device, hasSlider } from '@tactus/sdk';
import { type ReactNode, useEffect } from 'react';
import { deviceModelName } from '../../device/linked/linked-device-name.ts';
import { useConnectionStatus, useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { modeName } from '../../device/session/motion.ts';
import { useShowError } from '../../device/session/use-show-error.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { useReadOncePerSession } from './use-read-once-per-session.ts';

const HARDWARE: readonly { has: keyof DeviceCapabilities; name: MessageKey }[] = [
  { has: 'slider', name: 'configure.has.slider' },
  { has: 'lra', name: 'configure.has.lra' },
  { has: 'erm', name: 'configure.has.erm' },
  { has: 'battery', name: 'configure.has.battery' },
  { has: 'external_memory', name: 'configure.has.memory' },
  { has: 'rgb_led_indicator', name: 'configure.has.light' },
  { has: 'led_matrix', name: 'configure.has.matrix' },
  { has: 'rgb_ring', name: 'configure.has.ring' },
];

/** The slider's travel and speeds, and the temperature of its motor; nothing for a device without a slider. */
async function readSlider(device: Device): Promise<void> {
  if (!hasSlider(device.store.getState())) return;
  await Promise.all([device.info.sliderSettings(), device.slider.readState()]);
}

/** The facts of the device: its versions and its parts. */
export function DeviceFactsCard() {
  const { t } = useTexts();
  const device = useDevice();
  const report = useShowError();
  const ready = useConnectionStatus() === 'ready';
  const slider = useDeviceState(hasSlider);
  useReadOncePerSession(readSlider);
  useEffect(
    () =>
      device.store.subscribe((now, before) => {
        // The device reports by itself only that its motor is hot, or no longer: the temperature has to be read.
        if (now.trouble.motorHot !== before.trouble.motorHot) readSlider(device).catch(() => undefined);
      }),
    [device],
  );
  return (
    <Card title={t('configure.facts')}>
      <FactList>
        <WhatItIs />
        {slider && <SliderFacts />}
        <Built />
      </FactList>
      <div className="row wrap gap-12">
        <LinkButton to="/ota">{t('banner.toUpdate')}</LinkButton>
        {slider && (
          <Button disabled={!ready} onClick={() => void readSlider(device).catch(report)}>
            {t('configure.readAgain')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function WhatItIs() {
  const { t, number } = useTexts();
  const model = useDeviceState((state) => deviceModelName(state.info?.hw_model_no) ?? state.info?.hw_model_name);
  const board = useDeviceState((state) => state.info?.hw_model_name);
  const version = useDeviceState((state) => state.info?.fw_version);
  const flags = useDeviceState((state) => state.info?.fw_feature_flags);
  const mode = useDeviceState((state) => modeName(state.mode));
  const battery = useDeviceState((state) => state.battery?.level);
  return (
    <>
      <Known name="configure.model">{model}</Known>
      <Known name="configure.board">{board}</Known>
      <Known name="firmware.label">{version !== undefined && flags ? `${version} · ${flags}` : version}</Known>
      <Known name="configure.mode">{mode && t(mode)}</Known>
      {battery !== undefined && (
        <Known name="dock.battery">{t('unit.percent', { value: number(Math.round(battery * 100)) })}</Known>
      )}
    </>
  );
}

function SliderFacts() {
  const { t, number } = useTexts();
  const settings = useDeviceState((state) => state.sliderSettings);
  const celsius = useDeviceState((state) => state.slider.motor_temp);
  return (
    <>
      <Known name="configure.travel">
        {settings && t('configure.mm', { value: number(Math.round(settings.x_stroke_max - settings.x_stroke_min)) })}
      </Known>
      <Known name="configure.speeds">
        {settings &&
          t('configure.speeds.value', {
            min: number(Math.round(settings.x_min_speed)),
            max: number(Math.round(settings.x_max_speed)),
          })}
      </Known>
      <Known name="configure.temperature">
        {celsius === 0
          ? undefined
          : settings === undefined
            ? t('configure.celsius', { value: number(Math.round(celsius)) })
            : t('configure.temperature.value', {
                value: number(Math.round(celsius)),
                limit: number(Math.round(settings.temp_high_trigger)),
              })}
      </Known>
    </>
  );
}

function Built() {
  const { t } = useTexts();
  const capabilities = useDeviceState((state) => state.capabilities);
  if (capabilities === undefined) return <Known name="configure.has">{undefined}</Known>;
  const parts = HARDWARE.filter(({ has }) => Number(capabilities[has] ?? 0) >= 1).map(({ name }) => t(name));
  return <Known name="configure.has">{parts.join(', ')}</Known>;
}

function Known({ name, children }: { name: MessageKey; children: ReactNode }) {
  const { t } = useTexts();
  return <Fact name={t(name)}>{children ?? t('configure.unknown')}</Fact>;
}
