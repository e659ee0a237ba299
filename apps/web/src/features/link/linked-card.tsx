import { useId, useRef, useState } from 'react';
import { forgetDevice } from '../../device/linked/forget-device.ts';
import { deviceModelName, linkedDeviceName } from '../../device/linked/linked-device-name.ts';
import { MaskedKeyLine } from '../../device/linked/masked-key-line.tsx';
import { useDevice } from '../../device/session/device-context.tsx';
import { CONNECTION_STATUS_STYLE } from '../../device/session/device-status.ts';
import { DeviceDrawing } from '../../device-view/position/device-drawing.tsx';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { deviceTypeOfModel } from '../../settings/device-rules.ts';
import { openStorage } from '../../settings/key-value-storage.ts';
import { newSavedDevice, type SavedDevice, withChangedDevice } from '../../settings/saved-device.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconCircleCheckFilled, IconPencil, IconTrash } from '../../ui/icons.ts';
import { InlineQuestion, takeFocus, useFocusBack } from '../../ui/inline-question.tsx';
import { Dot } from '../../ui/pill.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FollowSettings } from './follow-settings.tsx';
import styles from './linked-card.module.css';
import type { NudgeResult } from './nudge.ts';
import { useConnectionStatusOf } from './use-connection-status-of.ts';
import { useNudge } from './use-nudge.ts';

const NUDGE_WORDS: Readonly<Record<NudgeResult, MessageKey>> = {
  done: 'link.test.done',
  moving: 'link.test.moving',
  nothing: 'link.test.nothing',
};

/** One linked device: its name, its state, and the actions on it. */
export function LinkedDeviceCard({ device, canFollow }: { device: SavedDevice; canFollow: boolean }) {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const own = useDevice();
  const { connectionKey } = device;
  const inUse = useSetting((state) => state.connectionKey === connectionKey);
  const several = useSetting((state) => state.multicastActive);
  const [dialog, setDialog] = useState<'name' | 'forget'>();
  const test = useNudge(connectionKey);
  const forgetOpener = useFocusBack(dialog === 'forget');
  const nameOpener = useFocusBack(dialog === 'name');
  const [headingId, forgetTextId] = [useId(), useId()];
  const heading = useRef<HTMLHeadingElement>(null);
  const name = linkedDeviceName(device);
  function use(): void {
    // The press removes the button.
    takeFocus(heading.current);
    settings.update({ connectionKey });
  }
  const forget = () =>
    forgetDevice({ device: own, settings, storage: openStorage(() => window.localStorage) }, connectionKey);

  return (
    <article className={styles['card']} data-in-use={inUse || undefined} aria-labelledby={headingId}>
      <div className={styles['head']}>
        <DeviceDrawing device={deviceTypeOfModel(device.modelNo)} size={72} />
        <div className={styles['words']}>
          <h2 ref={heading} tabIndex={-1} id={headingId} className={styles['name']}>
            {name}
          </h2>
          <Facts device={device} />
        </div>
        <span className={styles['mark']} role="status">
          {inUse && (
            <>
              <IconCircleCheckFilled size={18} aria-hidden="true" />
              {t('link.inUse')}
            </>
          )}
        </span>
      </div>
      <MaskedKeyLine connectionKey={connectionKey} />
      {several && !inUse && <FollowSettings device={device} canFollow={canFollow} />}
      {dialog === 'name' && <NameForm device={device} onDone={() => setDialog(undefined)} />}
      {dialog === 'forget' ? (
        <InlineQuestion
          className={styles['confirm']}
          label={t('link.forget.ask', { device: name })}
          describedBy={forgetTextId}
          onClose={() => setDialog(undefined)}
        >
          <p>{t('link.forget.ask', { device: name })}</p>
          <p id={forgetTextId} className="note tabular">
            {t('link.forget.text')}
          </p>
          <div className="row wrap gap-8 align-center">
            <Button variant="danger" onClick={forget}>
              {t('link.forget.yes')}
            </Button>
            <Button onClick={() => setDialog(undefined)}>{t('link.forget.no')}</Button>
          </div>
        </InlineQuestion>
      ) : (
        <div className="row wrap gap-8 align-center">
          {!inUse && <Button onClick={use}>{t('link.use')}</Button>}
          <Button busy={test.busy} onClick={test.run}>
            {t(test.busy ? 'link.test.busy' : 'link.test')}
          </Button>
          <span className={styles['icons']}>
            <IconButton
              ref={nameOpener}
              label={t('link.rename')}
              aria-expanded={dialog === 'name'}
              onClick={() => setDialog(dialog === 'name' ? undefined : 'name')}
            >
              <IconPencil size={20} aria-hidden="true" />
            </IconButton>
            <IconButton ref={forgetOpener} label={t('link.forget')} onClick={() => setDialog('forget')}>
              <IconTrash size={20} aria-hidden="true" />
            </IconButton>
          </span>
        </div>
      )}
      <p className={styles['result']} role="status">
        {test.result !== undefined && t(NUDGE_WORDS[test.result])}
      </p>
    </article>
  );
}

function Facts({ device }: { device: SavedDevice }) {
  const { t } = useTexts();
  const status = CONNECTION_STATUS_STYLE[useConnectionStatusOf(device.connectionKey)];
  const model = deviceModelName(device.modelNo);
  const facts = [
    model === device.nickname ? undefined : model,
    device.firmware === undefined ? undefined : t('link.firmware', { version: device.firmware }),
  ].filter((fact) => fact !== undefined);
  return (
    <>
      <p className="row gap-8 align-center">
        <Dot tone={status.tone} />
        {t(status.text)}
      </p>
      <p className="note tabular">{facts.length > 0 ? facts.join(' · ') : t('link.unknown')}</p>
    </>
  );
}

function NameForm({ device, onDone }: { device: SavedDevice; onDone: () => void }) {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const [text, setText] = useState(device.nickname);
  return (
    <form
      className={styles['naming']}
      onSubmit={(event) => {
        event.preventDefault();
        const { linkedDevices } = settings.state.getState();
        settings.update({ linkedDevices: withNickname(linkedDevices, device.connectionKey, text.trim()) });
        onDone();
      }}
    >
      <TextField
        label={t('link.name')}
        hint={t('link.name.hint')}
        value={text}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit">{t('link.name.save')}</Button>
    </form>
  );
}

/** The list with one device renamed. A device not in it, because it has never connected, is added with the new name. */
function withNickname(devices: readonly SavedDevice[], connectionKey: string, nickname: string): SavedDevice[] {
  const isListed = devices.some((one) => one.connectionKey === connectionKey);
  if (isListed || nickname === '') return withChangedDevice(devices, connectionKey, { nickname });
  return [...devices, newSavedDevice(connectionKey, nickname)];
}
