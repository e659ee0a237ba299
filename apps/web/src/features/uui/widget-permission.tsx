import { useRef, useState } from 'react';
import { linkedDeviceName, maskKey } from '../../device/linked/linked-device-name.ts';
import { useLinkedDevices } from '../../device/linked/linked-devices-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { LimitField, MinutesField, StrokeField } from '../../sharing/limit-fields.tsx';
import { createOwnerApi } from '../../sharing/owner-api.ts';
import { readShareAddress } from '../../sharing/share-link.ts';
import { useSharingAbility } from '../../sharing/use-sharing-ability.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import {
  type PermissionAnswer,
  type PermissionQuestion,
  postPermissionAnswer,
  readPermissionQuestion,
} from '../../widget/permission-window.ts';
import {
  DEFAULT_PERMISSION_LIMITS,
  PERMISSION_MINUTES_CHOICES,
  type PermissionLimits,
  permissionToShareTerms,
} from './permission-terms.ts';
import { useAcceptsPresses } from './use-accepts-presses.ts';
import styles from './uui.module.css';

/**
 * Asks the owner whether a site may drive their device. Only in a window of ours that is not embedded: an embedding page could
 * cover it and get it pressed.
 */
export function WidgetPermission({ allow, ask }: { allow: string; ask: string }) {
  const { t } = useTexts();
  const question = readPermissionQuestion({ allow, ask });
  const canShare = useSharingAbility();
  const linked = useSetting((settings) => settings.connectionKey !== '');
  if (!question || window.self !== window.top) return <Alert tone="negative" title={t('uui.allow.wrong')} />;
  if (!canShare.can) return canShare.whyNot;
  if (!linked) {
    const redirect = `/uui?${new URLSearchParams({ allow, ask })}`;
    return (
      <Alert
        tone="info"
        title={t('sharing.missing.device')}
        action={
          <LinkButton to="/device-selection" search={{ redirect }}>
            {t('uui.allow.link')}
          </LinkButton>
        }
      />
    );
  }
  return <Permission question={question} />;
}

function Permission({ question }: { question: PermissionQuestion }) {
  const { t } = useTexts();
  const { cloud } = useLinkedDevices();
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const linkedDevices = useSetting((settings) => settings.linkedDevices);
  const device = linkedDevices.find((one) => one.connectionKey === connectionKey);
  const [limits, setLimits] = useState<PermissionLimits>(DEFAULT_PERMISSION_LIMITS);
  const [step, setStep] = useState<'question' | 'allowing' | 'refusing' | 'failed' | 'done'>('question');
  const armed = useAcceptsPresses();

  const isRefused = useRef(false);

  function end() {
    setStep('done');
    // A window that a page has opened may close itself; where the browser refuses, the window shows that it is done.
    window.close();
  }

  function refuse() {
    isRefused.current = true;
    postPermissionAnswer(question, { refused: true });
    // A link that is being made is revoked before the window closes.
    if (step === 'allowing') setStep('refusing');
    else end();
  }

  /** Makes a link for the site; undefined where the person refuses meanwhile. */
  async function makeLink(): Promise<PermissionAnswer | undefined> {
    const api = createOwnerApi({ fetch: cloud.fetch, apiKey: cloud.apiKey, connectionKey });
    const { shares } = await api.read();
    if (isRefused.current) return undefined;
    const taken = shares.map(({ name }) => name);
    const { id, path } = await api.create(permissionToShareTerms(question.origin, limits, taken));
    if (isRefused.current) return void (await api.revoke(id).catch(() => api.revoke(id)));
    const { pathname, hash } = new URL(path, window.location.origin);
    const { link } = readShareAddress({ path: pathname, hash });
    if (link?.kind !== 'link') throw new Error('The answer is no link');
    return { id: link.id, secret: link.secret };
  }

  async function allow() {
    setStep('allowing');
    try {
      const made = await makeLink();
      if (made) postPermissionAnswer(question, made);
    } catch {
      // The page shows the failure; the only action is to ask again. After a refusal nobody has the link.
      if (!isRefused.current) return setStep('failed');
    }
    end();
  }

  if (step === 'done') return <Alert tone="info" title={t('uui.done')} />;
  return (
    <Card title={t('uui.allow.title')} className={styles['permission']}>
      <dl className={styles['facts']}>
        <dt>{t('uui.allow.site')}</dt>
        <dd className={styles['origin']}>{question.origin}</dd>
        <dt>{t('uui.allow.device')}</dt>
        <dd>{device ? linkedDeviceName(device) : maskKey(connectionKey)}</dd>
      </dl>
      <p className={styles['note']}>{t('uui.allow.text')}</p>
      <WidgetLimits limits={limits} onChange={setLimits} />
      {step === 'failed' && <Alert tone="negative" title={t('uui.allow.failed')} />}
      <div className="grid halves gap-12">
        <Button size="lg" busy={step === 'refusing'} onClick={refuse}>
          {t('uui.refuse')}
        </Button>
        <Button
          variant="primary"
          size="lg"
          busy={step === 'allowing' || step === 'refusing'}
          disabled={!armed}
          onClick={() => void allow()}
        >
          {t('uui.allow')}
        </Button>
      </div>
    </Card>
  );
}

interface WidgetLimitsProps {
  limits: PermissionLimits;
  onChange: (limits: PermissionLimits) => void;
}

/** The limits of speed, stroke and duration for the site. */
function WidgetLimits({ limits, onChange }: WidgetLimitsProps) {
  return (
    <>
      <LimitField text="sharing.speed" value={limits.speed} onChange={(speed) => onChange({ ...limits, speed })} />
      <StrokeField value={limits.stroke} onChange={(stroke) => onChange({ ...limits, stroke })} />
      <MinutesField
        value={limits.minutes}
        minutes={PERMISSION_MINUTES_CHOICES}
        onChange={(minutes) => onChange({ ...limits, minutes })}
      />
    </>
  );
}
