import type { FirmwareVersion } from '@tactus/protocol';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useFocusNextOnRemoval } from '../../ui/removable-row.tsx';
import { PreUpdateCheckList } from './pre-update-check-list.tsx';
import { mayUpdateFirmware } from './pre-update-checks.ts';
import { UpdateRunView } from './run-view.tsx';
import { isUpdateRunShownFor } from './update-run.ts';
import { useFirmwareUpdate } from './use-firmware-update.ts';
import { isOptInFirmware } from './version-path.ts';

interface UpdateCardProps {
  /** The version to install; undefined while it is not known. */
  target: FirmwareVersion | undefined;
  /** Why it cannot be started. */
  obstacle?: 'reading' | 'not-found' | undefined;
  onStart: (firmware: FirmwareVersion) => void;
}

const NO_RUN = { phase: 'idle' } as const;

/** One update: its versions, its checks, and its progress. */
export function UpdateCard({ target, obstacle, onStart }: UpdateCardProps) {
  const { t } = useTexts();
  const { run } = useFirmwareUpdate();
  const running = run.phase === 'writing' || run.phase === 'restarting';
  return (
    <Card title={t('ota.update')}>
      <UpdateRunView run={isUpdateRunShownFor(run, target) ? run : NO_RUN} />
      {!running && <Versions target={target} />}
      {!running && obstacle === 'not-found' && <NotFound />}
      {!running && obstacle === undefined && target !== undefined && (
        <Start target={target} isDone={run.phase === 'done'} onStart={onStart} />
      )}
    </Card>
  );
}

function Versions({ target }: { target: FirmwareVersion | undefined }) {
  const { t } = useTexts();
  const version = useDeviceState((state) => state.info?.fw_version);
  const flags = useDeviceState((state) => state.info?.fw_feature_flags);
  return (
    <FactList>
      <Fact name={t('ota.installed')}>{version === undefined ? t('ota.unknown') : versionText(version, flags)}</Fact>
      {target !== undefined && <Fact name={t('ota.target')}>{versionText(target.version, target.feature_flags)}</Fact>}
    </FactList>
  );
}

const versionText = (version: string, flags: string | undefined) => (flags ? `${version} · ${flags}` : version);

function NotFound() {
  const { t } = useTexts();
  return (
    <Alert
      tone="negative"
      title={t('ota.error.notFound')}
      action={<LinkButton to="/ota">{t('ota.toList')}</LinkButton>}
    >
      {t('ota.error.notFound.text')}
    </Alert>
  );
}

interface StartProps {
  target: FirmwareVersion;
  onStart: (firmware: FirmwareVersion) => void;
}

function Start({ target, isDone, onStart }: StartProps & { isDone: boolean }) {
  const { t } = useTexts();
  const installed = useDeviceState(
    ({ info }) => info?.fw_version === target.version && (info.fw_feature_flags ?? '') === target.feature_flags,
  );
  if (!installed) return <Startable target={target} onStart={onStart} />;
  // A finished run has just shown the same.
  if (isDone) return null;
  return (
    <Alert tone="info" title={t('ota.upToDate', { version: target.version })}>
      {t('ota.upToDate.text')}
    </Alert>
  );
}

/** Its press removes it, and so does an update started elsewhere. */
function Startable({ target, onStart }: StartProps) {
  const { t } = useTexts();
  const allowed = useDeviceState(mayUpdateFirmware);
  return (
    <div ref={useFocusNextOnRemoval<HTMLDivElement>()} className="grid gap-16">
      {isOptInFirmware(target) && (
        <Alert tone="warning" title={t('ota.early')}>
          {t('ota.early.text')}
        </Alert>
      )}
      <PreUpdateCheckList />
      <div className="row wrap gap-12">
        <Button
          variant="primary"
          size="lg"
          disabled={!allowed}
          icon={<IconDownload size={20} aria-hidden="true" />}
          onClick={() => onStart(target)}
        >
          {t('ota.start', { version: target.version })}
        </Button>
        <LinkButton to="/fw-release-notes" size="lg">
          {t('page.fwReleaseNotes')}
        </LinkButton>
      </div>
    </div>
  );
}
