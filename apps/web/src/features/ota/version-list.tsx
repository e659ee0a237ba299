import type { FirmwareVersion } from '@tactus/protocol';
import { Link } from '@tanstack/react-router';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { IconChevronRight } from '../../ui/icons.ts';
import { Pill } from '../../ui/pill.tsx';
import styles from './ota.module.css';
import { isSameVersion, pathOfVersionPage } from './version-path.ts';

/** Versions that can be installed, each a link to its own page. */
export function FirmwareVersionList(props: {
  label: string;
  versions: readonly FirmwareVersion[];
  latest: FirmwareVersion | undefined;
}) {
  const { t } = useTexts();
  const version = useDeviceState((state) => state.info?.fw_version);
  const flags = useDeviceState((state) => state.info?.fw_feature_flags ?? '');
  return (
    <ul className="grid gap-8" aria-label={props.label}>
      {props.versions.map((offered) => (
        <li key={`${offered.version} ${offered.feature_flags}`}>
          <Link className={styles['version']} to={pathOfVersionPage(offered)}>
            <span className="semibold tabular">{offered.version}</span>
            {offered.feature_flags !== '' && <span className="note">{offered.feature_flags}</span>}
            <span className={styles['marks']}>
              {offered.version === version && offered.feature_flags === flags && (
                <Pill dot="ok">{t('ota.mark.installed')}</Pill>
              )}
              {props.latest !== undefined && isSameVersion(offered, props.latest) && (
                <Pill>{t('ota.mark.latest')}</Pill>
              )}
            </span>
            <IconChevronRight className={styles['arrow']} size={18} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
