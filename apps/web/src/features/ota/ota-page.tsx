import type { FirmwareVersion } from '@tactus/protocol';
import { DeviceError } from '@tactus/sdk';
import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useConnectionStatus, useDevice } from '../../device/session/device-context.tsx';
import { errorText } from '../../device/session/error-text.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { RequireCurrentFirmware } from './current-firmware.tsx';
import styles from './ota.module.css';
import { mayUpdateFirmware } from './pre-update-checks.ts';
import { UpdateCard } from './update-card.tsx';
import { type FirmwareOffer, useFirmwareOffer } from './use-firmware-offer.ts';
import { useFirmwareUpdate } from './use-firmware-update.ts';
import { FirmwareVersionList } from './version-list.tsx';
import { isOptInFirmware, isSameVersion, versionOfRoute } from './version-path.ts';

/** Firmware updates: to the newest version, or to the one that the address names. */
export function OtaPage() {
  return (
    <RequireCurrentFirmware>
      <Updates />
    </RequireCurrentFirmware>
  );
}

function Updates() {
  const named = versionOfRoute(useParams({ strict: false }));
  const { begin } = useFirmwareUpdate();
  const { offer, readAgain } = useFirmwareOffer();
  const latest = offer.state === 'known' ? offer.latest : undefined;
  const isListed = offer.state === 'known' && named !== undefined && offer.versions.some(isSame(named));
  const target = named === undefined ? latest : named;

  const start = (firmware: FirmwareVersion) =>
    begin(firmware, (ota) => (named === undefined ? ota.updateLatest() : ota.updateVersion(firmware)));
  useStartFromHome({ offer, start });

  let obstacle: 'reading' | 'not-found' | undefined;
  if (offer.state !== 'known') obstacle = 'reading';
  else if (named !== undefined && !isListed) obstacle = 'not-found';
  return (
    <div className={styles['page']}>
      <UpdateCard target={target} obstacle={obstacle} onStart={start} />
      <OfferCard offer={offer} onReadAgain={readAgain} />
    </div>
  );
}

const isSame = (one: FirmwareVersion) => (other: FirmwareVersion) => isSameVersion(one, other);

/**
 * The one tap on the home card: starts as soon as the newest version is known, if all checks pass then, or not at all:
 * a start that is not possible at once is dropped. The history entry loses the tap at once: coming back to it, or a
 * reload, starts nothing.
 */
function useStartFromHome({
  offer,
  start,
}: {
  offer: FirmwareOffer;
  start: (firmware: FirmwareVersion) => void;
}): void {
  const router = useRouter();
  const device = useDevice();
  const ready = useConnectionStatus() === 'ready';
  const isTapped = useLocation({ select: ({ state }) => 'startUpdate' in state });
  const wanted = useRef(false);
  useEffect(() => {
    if (!isTapped) return;
    wanted.current = true;
    void router.navigate({ to: '/ota', replace: true, state: {} });
  }, [isTapped, router]);
  useEffect(() => {
    if (!wanted.current || (ready && offer.state === 'reading')) return;
    wanted.current = false;
    const state = device.store.getState();
    if (offer.state === 'known' && mayUpdateFirmware(state) && state.info?.fw_version !== offer.latest.version)
      start(offer.latest);
  });
}

function OfferCard({ offer, onReadAgain }: { offer: FirmwareOffer; onReadAgain: () => void }) {
  const { t } = useTexts();
  return (
    <Card title={t('ota.versions')}>
      {offer.state === 'reading' && <p className="note">{t('ota.versions.reading')}</p>}
      {offer.state === 'failed' && <OfferFailed error={offer.error} onReadAgain={onReadAgain} />}
      {offer.state === 'known' && (
        <FirmwareVersionList
          label={t('ota.versions')}
          versions={offer.versions.filter((version) => !isOptInFirmware(version))}
          latest={offer.latest}
        />
      )}
      <div className="row wrap gap-12">
        <LinkButton to="/ota-optin">{t('page.otaOptIn')}</LinkButton>
      </div>
    </Card>
  );
}

function OfferFailed({ error, onReadAgain }: { error: unknown; onReadAgain: () => void }) {
  const { t } = useTexts();
  const isNone = error instanceof DeviceError && error.code === 'no-result';
  return (
    <Alert
      tone="negative"
      title={t('ota.error.versions')}
      action={<Button onClick={onReadAgain}>{t('ota.readAgain')}</Button>}
    >
      {t(isNone ? 'ota.error.versions.text' : (errorText(error) ?? 'error.unexpected'))}
    </Alert>
  );
}
