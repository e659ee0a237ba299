import { GUEST_MODES, type GuestMode } from '@tactus/motion';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import type { ShareLimits } from '../../../sharing/guest-session.ts';
import { Fader } from '../../../ui/fader.tsx';
import { RangeFader } from '../../../ui/range-fader.tsx';
import { Select } from '../../../ui/select.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './sharing.module.css';
import { EXPIRIES, type TermsDraft, USES, VIEWERS, VISIT_MINUTES } from './terms.ts';

/** docs/sharing.md, "The owner". */
const NAME_LENGTH_MAX = 64;
const LEAST_STROKE_PERCENT = 5;
const KEEP = 'keep';
const ANY = 'any';

const MODE_WORDS: Readonly<Record<GuestMode, MessageKey>> = {
  hamp: 'mode.hamp',
  hdsp: 'mode.hdsp',
  hvp: 'mode.vibrate',
  hsp: 'mode.hsp',
};

interface TermsFormProps {
  draft: TermsDraft;
  onChange: (draft: TermsDraft) => void;
}

/** What a link lends, and how far. */
export function TermsForm({ draft, onChange }: TermsFormProps) {
  const { t, number } = useTexts();
  const { allow, limits, uses } = draft;
  const percent = (share: number) => t('unit.percent', { value: number(Math.round(share * 100)) });
  const limit = (changes: Partial<ShareLimits>) => onChange({ ...draft, limits: { ...limits, ...changes } });
  const minutes = [...new Set([...VISIT_MINUTES, limits.sessionMinutes])].sort((a, b) => a - b);
  const counts = [...new Set([...USES, ...(uses === null ? [] : [uses])])].sort((a, b) => a - b);
  const range = { min: Math.round(limits.stroke.min * 100), max: Math.round(limits.stroke.max * 100) };
  const moves = allow.some((mode) => mode !== 'hvp');
  return (
    <div className={styles['form']}>
      <TextField
        label={t('sharing.name')}
        hint={t('sharing.name.hint')}
        value={draft.name}
        maxLength={NAME_LENGTH_MAX}
        autoComplete="off"
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <fieldset className={styles['modes']}>
        <legend>{t('sharing.modes')}</legend>
        {GUEST_MODES.map((mode) => (
          <Switch
            key={mode}
            label={t(MODE_WORDS[mode])}
            checked={allow.includes(mode)}
            onChange={(on) =>
              onChange({ ...draft, allow: GUEST_MODES.filter((one) => (one === mode ? on : allow.includes(one))) })
            }
          />
        ))}
        {allow.length === 0 && <p className={styles['problem']}>{t('sharing.nomodes')}</p>}
      </fieldset>
      {moves && (
        <div className={styles['field']}>
          <p>
            <span>{t('sharing.speed')}</span>
            <span className={styles['value']}>{percent(limits.speed)}</span>
          </p>
          <Fader
            label={t('sharing.speed')}
            value={Math.round(limits.speed * 100)}
            valueText={percent(limits.speed)}
            onChange={(value) => limit({ speed: value / 100 })}
          />
        </div>
      )}
      {moves && (
        <div className={styles['field']}>
          <p>
            <span>{t('sharing.stroke')}</span>
            <span className={styles['value']}>
              {t('unit.percentRange', { min: number(range.min), max: number(range.max) })}
            </span>
          </p>
          <RangeFader
            label={t('sharing.stroke')}
            minLabel={t('sharing.stroke.bottom')}
            maxLabel={t('sharing.stroke.top')}
            range={range}
            gap={LEAST_STROKE_PERCENT}
            valueText={(value) => t('unit.percent', { value: number(value) })}
            onChange={({ min, max }) => limit({ stroke: { min: min / 100, max: max / 100 } })}
          />
        </div>
      )}
      {allow.includes('hvp') && (
        <div className={styles['field']}>
          <p>
            <span>{t('sharing.strength')}</span>
            <span className={styles['value']}>{percent(limits.intensity)}</span>
          </p>
          <Fader
            label={t('sharing.strength')}
            value={Math.round(limits.intensity * 100)}
            valueText={percent(limits.intensity)}
            onChange={(value) => limit({ intensity: value / 100 })}
          />
        </div>
      )}
      <Select
        label={t('sharing.visit')}
        options={minutes.map((value) => ({
          value: String(value),
          label: t('sharing.visit.minutes', { value: number(value) }),
        }))}
        value={String(limits.sessionMinutes)}
        onChange={(value) => limit({ sessionMinutes: Number(value) })}
      />
      <Expiry draft={draft} onChange={onChange} />
      <Select
        label={t('sharing.uses')}
        options={[
          ...counts.map((count) => ({ value: String(count), label: t('sharing.uses.count', { count }) })),
          { value: ANY, label: t('sharing.uses.any') },
        ]}
        value={uses === null ? ANY : String(uses)}
        onChange={(value) => onChange({ ...draft, uses: value === ANY ? null : Number(value) })}
      />
      <div className={styles['field']}>
        <p>
          <span>{t('sharing.viewers')}</span>
        </p>
        <Stepper
          label={t('sharing.viewers')}
          decreaseLabel={t('sharing.viewers.fewer')}
          increaseLabel={t('sharing.viewers.more')}
          value={draft.viewers}
          {...VIEWERS}
          valueText={number(draft.viewers)}
          onChange={(viewers) => onChange({ ...draft, viewers })}
        />
      </div>
    </div>
  );
}

/** A link that is there keeps its end unless another one is chosen. */
function Expiry({ draft, onChange }: TermsFormProps) {
  const { t } = useTexts();
  const { expiresInMs } = draft;
  return (
    <Select
      label={t('sharing.expires')}
      options={[
        ...(expiresInMs === undefined ? [{ value: KEEP, label: t('sharing.expires.keep') }] : []),
        ...EXPIRIES.map(({ ms, text }) => ({ value: String(ms), label: t(text) })),
      ]}
      value={expiresInMs === undefined ? KEEP : String(expiresInMs)}
      onChange={(value) => onChange({ ...draft, expiresInMs: value === KEEP ? undefined : Number(value) })}
    />
  );
}
